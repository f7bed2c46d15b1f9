import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf } from '#dev/setup/process-identity.mjs';

/** A process and its descendants, each as pid and start time. */
export function familyOf(pid: number): string[] {
  const parents = parentsByPid();
  const found = [pid];
  for (const parent of found) for (const [child, its] of parents) if (its === parent) found.push(child);
  return found.flatMap((one) => identityOf(one) ?? []);
}

/** Program paths of a process and its descendants. Empty without /proc. */
export function programsOf(pid: number): string[] {
  return familyOf(pid).flatMap((identity) => {
    try {
      return [readlinkSync(`/proc/${identity.split('@')[0]}/exe`)];
    } catch {
      return [];
    }
  });
}

/** Processes that are still alive. */
export function livingOf(identities: string[]): string[] {
  return identities.filter((identity) => identityOf(Number(identity.split('@')[0])) === identity);
}

/** The newest process of a part, as recorded by the supervisor. */
export function pidOf({ home, part }: { home: string; part: string }): number {
  const entries = JSON.parse(readFileSync(join(home, 'pids.json'), 'utf8')) as {
    name: string;
    pid: number;
  }[];
  const entry = entries.findLast(({ name }) => name === part);
  if (!entry) throw new Error(`${part} is not running.`);
  return entry.pid;
}

export function supervisorOf(home: string): number {
  return (JSON.parse(readFileSync(join(home, 'lock'), 'utf8')) as { pid: number }).pid;
}

function parentsByPid(): [number, number][] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axo', 'pid=,ppid=']).toString().trim().split('\n');
    return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): [number, number][] => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
      } catch {
        return [];
      }
    });
}
