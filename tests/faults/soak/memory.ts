import { readFileSync } from 'node:fs';
import { familyOf, pidOf } from '../processes.ts';

export const watchedParts = ['web', 'worker', 'temporal', 'postgres'];
const megabyte = 1024 * 1024;
const minuteMs = 60_000;

/** What one life of a process took: a restart begins another. */
interface MemoryLife {
  part: string;
  minutes: number;
  firstMb: number;
  lastMb: number;
  peakMb: number;
}

/** What a part took while nobody killed it. */
interface MemoryGrowth {
  part: string;
  /** More than one: it ended by itself. */
  lives: number;
  mbPerMinute: number;
  /** Of each minute. */
  leastMb: number[];
}

interface Sample {
  part: string;
  pid: number;
  at: number;
  bytes: number;
}

/** Looks every few seconds how much memory each process of a product takes. */
export function watchMemory({ home, everyMs = 5_000 }: { home: string; everyMs?: number }) {
  const samples: Sample[] = [];
  const look = () => {
    const at = Date.now();
    for (const part of watchedParts) {
      try {
        const pid = pidOf({ home, part });
        samples.push({ part, pid, at, bytes: memoryOfFamily(pid) });
      } catch {
        // Between two lives.
      }
    }
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => clearInterval(timer),
    lives: (): MemoryLife[] => pidsOf(samples).map((one) => lifeOf(samples.filter(({ pid }) => pid === one))),
    /** @param since when the caches were full */
    growth: ({ since }: { since: number }): MemoryGrowth[] =>
      watchedParts.map((part) => {
        const own = samples.filter((one) => one.part === part && one.at >= since);
        return { part, lives: pidsOf(own).length, mbPerMinute: growthOf(own), leastMb: leastOfMinutes(own) };
      }),
  };
}

const pidsOf = (samples: Sample[]) => [...new Set(samples.map(({ pid }) => pid))];

function lifeOf(own: Sample[]): MemoryLife {
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) throw new Error('A life has a sample.');
  return {
    part: first.part,
    minutes: (last.at - first.at) / minuteMs,
    firstMb: first.bytes / megabyte,
    lastMb: last.bytes / megabyte,
    peakMb: Math.max(...own.map(({ bytes }) => bytes)) / megabyte,
  };
}

/**
 * From the least that was taken in the first half to the least in the second: a collector lets memory rise for minutes and
 * brings it down again, so that a line through all samples follows the rise that it happens to see.
 */
export function growthOf(samples: readonly { at: number; bytes: number }[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || first.at === last.at) return Number.NaN;
  const middle = (first.at + last.at) / 2;
  const least = (own: readonly { bytes: number }[]) => Math.min(...own.map(({ bytes }) => bytes));
  const before = least(samples.filter(({ at }) => at <= middle));
  const after = least(samples.filter(({ at }) => at > middle));
  return (after - before) / megabyte / ((middle - first.at) / minuteMs);
}

/** The least of each minute, in megabytes. */
function leastOfMinutes(samples: Sample[]): number[] {
  const [first] = samples;
  const minutes = new Map<number, number>();
  for (const { at, bytes } of samples) {
    const minute = Math.floor((at - (first?.at ?? 0)) / minuteMs);
    minutes.set(minute, Math.min(minutes.get(minute) ?? Infinity, bytes / megabyte));
  }
  return [...minutes.values()];
}

/** What a process and all that it started take, shared pages counted in parts: PostgreSQL has one for each connection. */
function memoryOfFamily(leader: number): number {
  return familyOf(leader).reduce((sum, identity) => sum + memoryOf(identity.split('@')[0] ?? ''), 0);
}

/** Without PostgreSQL's buffers, which are set aside at its start and are counted as they are first written to. */
function memoryOf(pid: string): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0);
    return (kilobytes('Pss') - kilobytes('Pss_Shmem')) * 1024;
  } catch {
    return 0;
  }
}
