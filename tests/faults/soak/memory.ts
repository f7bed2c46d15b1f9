import { readFileSync } from 'node:fs';
import { familyOf, pidOf } from '../processes.ts';
import { idleBytesOf } from './idle-heap.ts';
import { nextSampleAt } from './looks.mjs';

export const watchedParts = ['web', 'worker', 'temporal', 'postgres'];
const megabyte = 1024 * 1024;
const minuteMs = 60_000;
/** Time for the processes to collect their garbage and write the rest. */
const collectMs = 2_000;

/** Memory of one life of a process: a restart begins another. */
interface MemoryLife {
  part: string;
  minutes: number;
  firstMb: number;
  lastMb: number;
  peakMb: number;
}

/** Memory growth of a part between kills. */
interface MemoryGrowth {
  part: string;
  /** More than one: it ended by itself. */
  lives: number;
  mbPerMinute: number;
  /** Minimum of each minute. */
  leastMb: number[];
}

interface Sample {
  part: string;
  pid: number;
  at: number;
  bytes: number;
}

/** Looks every few seconds how much memory each process of a product takes, and each half minute how much it holds. */
export function watchMemory({ home, everyMs = 5_000 }: { home: string; everyMs?: number }) {
  const taken: Sample[] = [];
  const held: Sample[] = [];
  const checkAll = (samples: Sample[], idleOf: (pids: string[]) => number) => {
    const at = Date.now();
    for (const part of watchedParts) {
      try {
        const pid = pidOf({ home, part });
        const pids = familyOf(pid).map((identity) => identity.split('@')[0] ?? '');
        samples.push({ part, pid, at, bytes: sumOf(pids.map(memoryOf)) - idleOf(pids) });
      } catch {
        // Between two lives.
      }
    }
  };
  let heldTimer: ReturnType<typeof setTimeout>;
  const checkHeld = (instant: number) => {
    heldTimer = setTimeout(
      () => {
        checkAll(held, (pids) => idleBytesOf({ home, pids, instant }));
        checkHeld(nextSampleAt(Date.now()));
      },
      instant + collectMs - Date.now(),
    );
  };
  const timer = setInterval(() => checkAll(taken, () => 0), everyMs);
  checkHeld(nextSampleAt(Date.now()));
  return {
    stop: () => {
      clearInterval(timer);
      clearTimeout(heldTimer);
    },
    lives: (): MemoryLife[] => pidsOf(taken).map((one) => lifeOf(taken.filter(({ pid }) => pid === one))),
    /** @param since when the caches were full */
    growth: ({ since }: { since: number }): MemoryGrowth[] =>
      watchedParts.map((part) => {
        const own = held.filter((one) => one.part === part && one.at >= since);
        return { part, lives: pidsOf(own).length, mbPerMinute: growthOf(own), leastMb: leastOfMinutes(own) };
      }),
  };
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);
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
 * From the least taken in the first half to the least in the second: a collector lets memory rise for minutes and
 * brings it down again, so a line through all samples follows the rise it happens to see.
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

/**
 * Shared pages counted in parts: PostgreSQL has a process for each connection. Without its buffers, which are set aside at
 * its start and are counted as they are first written to.
 */
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
