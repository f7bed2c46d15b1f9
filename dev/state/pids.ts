import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from '#dev/setup/process-identity.mjs';
import { readJsonFile, writeJson } from './json-file.ts';

// Records running processes at once: a start after a kill -9 finds and ends them.
interface Entry {
  name: string;
  pid: number;
  identity: string;
}

const name = 'pids.json';
const politeMs = 7_000;

export function rememberPid({ home, part, pid }: { home: string; part: string; pid: number }): void {
  const identity = identityOf(pid);
  if (!identity) return;
  writeJson({ home, name, value: [...livingEntries({ home }), { name: part, pid, identity }] });
}

export function forgetPids({ home }: { home: string }): void {
  writeJson({ home, name, value: livingEntries({ home }) });
}

/**
 * Ends processes left by an earlier start, with their children: first by signal, then by force.
 * @returns the names of the found ones
 */
export async function clearLeftovers({ home }: { home: string }): Promise<string[]> {
  const left = livingEntries({ home });
  for (const { pid, name: part } of left)
    signalGroup({ pid, signal: part === 'postgres' ? 'SIGINT' : 'SIGTERM' });
  const end = Date.now() + politeMs;
  while (Date.now() < end && livingEntries({ home }).length > 0) await sleep(100);
  for (const { pid } of left) signalGroup({ pid, signal: 'SIGKILL' });
  writeJson({ home, name, value: [] });
  return left.map((entry) => entry.name);
}

/** Sends a signal to a process that leads a group, and to all in it. */
export function signalGroup({ pid, signal }: { pid: number; signal: NodeJS.Signals }): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Already ended.
  }
}

function livingEntries({ home }: { home: string }): Entry[] {
  const entries = (readJsonFile({ home, name }) as Entry[] | undefined) ?? [];
  return entries.filter(({ pid, identity }) => identityOf(pid) === identity);
}
