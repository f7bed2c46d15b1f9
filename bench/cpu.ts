import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { familyOf } from '#tests/faults/processes.ts';

const ticksPerSecond = 100;

/** CPU use of processes and their children over some time, in percent of one core; Linux only. */
export async function cpuShares({
  running,
  ms,
}: {
  running: Map<string, number>;
  ms: number;
}): Promise<Record<string, number>> {
  const before = ticksOf(running);
  const startedAt = performance.now();
  await sleep(ms);
  const after = ticksOf(running);
  const seconds = (performance.now() - startedAt) / 1000;
  return Object.fromEntries(
    [...running.keys()].map((name) => {
      const ticks = (after.get(name) ?? 0) - (before.get(name) ?? 0);
      return [name, Math.round((ticks / ticksPerSecond / seconds) * 10_000) / 100];
    }),
  );
}

function ticksOf(running: Map<string, number>): Map<string, number> {
  return new Map([...running].map(([name, pid]) => [name, sum(familyOf(pid).map(ticksOfProcess))]));
}

/** User and system time of a process and of its ended children, in ticks. */
function ticksOfProcess(identity: string): number {
  try {
    const stat = readFileSync(`/proc/${identity.split('@')[0]}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum(fields.slice(11, 15).map(Number));
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
