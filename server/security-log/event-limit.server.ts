import { minuteMs } from '#domain/time/units.ts';

const entriesPerMinute = 60;
const sendersHeld = 10_000;

let minute = 0;
let counts = new Map<string, number>();

/** Counts an event of a code and group of addresses in this process; true from the 61st within one minute of the clock on. */
export function isOverLimit({ code, group, now }: { code: string; group: string; now: number }): boolean {
  const current = Math.floor(now / minuteMs);
  // A flood from ever new addresses must not fill the memory: it starts the counts again.
  if (current !== minute || counts.size >= sendersHeld) {
    minute = current;
    counts = new Map();
  }
  const key = `${code} ${group}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count > entriesPerMinute;
}
