import { readFileSync } from 'node:fs';
import { familyOf, pidOf } from '../processes.ts';

export const watchedParts = ['web', 'worker', 'temporal', 'postgres'];
const megabyte = 1024 * 1024;

/** How much one life of a process grew: a restart begins another. */
export interface MemoryLife {
  part: string;
  pid: number;
  minutes: number;
  firstMb: number;
  lastMb: number;
  peakMb: number;
  /** Of the least-squares line after the warm-up; null where too little is left of its life. */
  mbPerMinute: number | null;
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
    /** @param warmUpMs what a process takes while it begins says nothing about its growth */
    lives: ({ warmUpMs, leastMs }: { warmUpMs: number; leastMs: number }): MemoryLife[] => {
      const pids = [...new Set(samples.map(({ pid }) => pid))];
      return pids.map((one) => lifeOf({ own: samples.filter(({ pid }) => pid === one), warmUpMs, leastMs }));
    },
  };
}

function lifeOf({
  own,
  warmUpMs,
  leastMs,
}: {
  own: Sample[];
  warmUpMs: number;
  leastMs: number;
}): MemoryLife {
  const [first] = own;
  const last = own.at(-1);
  if (!first || !last) throw new Error('A life has a sample.');
  const warm = own.filter(({ at }) => at - first.at >= warmUpMs);
  const isLong = last.at - first.at - warmUpMs >= leastMs;
  return {
    part: first.part,
    pid: first.pid,
    minutes: (last.at - first.at) / 60_000,
    firstMb: first.bytes / megabyte,
    lastMb: last.bytes / megabyte,
    peakMb: Math.max(...own.map(({ bytes }) => bytes)) / megabyte,
    mbPerMinute: isLong ? slopeOf(warm) : null,
  };
}

function slopeOf(samples: Sample[]): number {
  const xs = samples.map(({ at }) => at / 60_000);
  const ys = samples.map(({ bytes }) => bytes / megabyte);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const above = xs.reduce((sum, one, index) => sum + (one - x) * ((ys[index] ?? 0) - y), 0);
  const below = xs.reduce((sum, one) => sum + (one - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}

/** What a process and all that it started take, shared pages counted in parts: PostgreSQL has one for each connection. */
function memoryOfFamily(leader: number): number {
  return familyOf(leader).reduce((sum, identity) => sum + memoryOf(identity.split('@')[0] ?? ''), 0);
}

function memoryOf(pid: string): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
