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
      return [name, roundTo2((ticks / ticksPerSecond / seconds) * 100)];
    }),
  );
}

function ticksOf(running: Map<string, number>): Map<string, number> {
  return new Map([...running].map(([name, pid]) => [name, sum(familyOf(pid).map(ticksOfProcess))]));
}

/** Sum over the product's processes: the target belongs to the bench. */
export const inAll = ({ target: _, ...shares }: Record<string, number>): number =>
  roundTo2(sum(Object.values(shares)));

/**
 * CPU time per fire of each process but the target, and of all of them, in milliseconds.
 * @param cpu percent of one core over that time
 */
export function cpuMsPerFire({
  cpu: { target: _, ...cpu },
  ms,
  fires,
}: {
  cpu: Record<string, number>;
  ms: number;
  fires: number;
}): Record<string, number> {
  const each = (share: number) => (fires > 0 ? Math.round(((share / 100) * ms * 1_000) / fires) / 1_000 : 0);
  return {
    ...Object.fromEntries(Object.entries(cpu).map(([name, share]) => [name, each(share)])),
    inAll: each(sum(Object.values(cpu))),
  };
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

const roundTo2 = (value: number) => Math.round(value * 100) / 100;
