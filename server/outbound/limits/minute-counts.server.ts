import { minuteMs } from '#domain/time/units.ts';

// Schedules name full minutes and calls leave around them: a window that turned there would count the calls of
// one instant now in this minute and now in the next.
const shiftMs = 30_000;

/** Counts by key within windows of a minute, which turn on the half minute; holds the keys of one window only. */
export interface MinuteCounts {
  get: (key: string) => number;
  add: (args: { key: string; calls: 1 | -1 }) => void;
  size: () => number;
}

/** @param now UTC milliseconds */
export function makeMinuteCounts({ now }: { now: () => number }): MinuteCounts {
  const counts = new Map<string, number>();
  let window = NaN;

  const turn = () => {
    const current = Math.floor((now() + shiftMs) / minuteMs);
    if (current === window) return;
    window = current;
    counts.clear();
  };

  return {
    get: (key) => {
      turn();
      return counts.get(key) ?? 0;
    },
    add: ({ key, calls }) => {
      turn();
      const count = (counts.get(key) ?? 0) + calls;
      // Below zero: what is given back was counted in the window before.
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
    size: () => {
      turn();
      return counts.size;
    },
  };
}
