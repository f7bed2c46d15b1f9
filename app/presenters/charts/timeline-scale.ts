import { minuteMs } from '#domain/time/units.ts';

/** An hour back, an hour ahead. */
export const spanMinutes = 120;
export const fullHeight = 40;
const perCall = 8;
const gap = 1;
const leastLength = 1;

export interface PastMinute {
  /** The instant at which the minute begins, UTC milliseconds. */
  at: number;
  success: number;
  failed: number;
  /** Started and not ended: running or waiting for a retry. */
  open: number;
}

export interface DueMinute {
  at: number;
  count: number;
}

/** Minutes between the timeline's left edge and an instant. */
export function offsetOf({ at, now }: { at: number; now: number }): number {
  return Math.round(((at - now) / minuteMs + spanMinutes / 2) * 100) / 100;
}

/** Pixels per call: eight, fewer when the busiest minute would not fit. */
export function callHeight({
  past,
  due,
}: {
  past: readonly PastMinute[];
  due: readonly DueMinute[];
}): number {
  const totals = [
    ...past.map(({ success, failed, open }) => success + failed + open),
    ...due.map(({ count }) => count),
  ];
  return Math.min(perCall, fullHeight / Math.max(1, ...totals));
}

type Part = 'success' | 'open' | 'failed';

/** The strokes of one kind, stacked: successes at the bottom, failures on top. */
export function timelinePath({
  past,
  now,
  part,
  unit,
}: {
  past: readonly PastMinute[];
  now: number;
  part: Part;
  unit: number;
}): string {
  return past
    .filter((minute) => minute[part] > 0)
    .map((minute) => {
      const below = part === 'success' ? 0 : part === 'open' ? minute.success : minute.success + minute.open;
      const start = fullHeight + 4 - below * unit - (below > 0 ? gap : 0);
      const whole = minute[part] * unit;
      // A failure among hundreds of calls is seen, though it has less than a pixel.
      const length = below > 0 ? Math.max(leastLength, whole - gap) : whole;
      return `M${offsetOf({ at: minute.at, now })} ${round(start)}v-${round(length)}`;
    })
    .join('');
}

export function duePath({
  due,
  now,
  unit,
}: {
  due: readonly DueMinute[];
  now: number;
  unit: number;
}): string {
  return due
    .map(({ at, count }) => `M${offsetOf({ at, now })} ${fullHeight + 4}v-${round(count * unit)}`)
    .join('');
}

/** Every five minutes a mark, every fifteen a label; as shares of the width. */
export function timelineMarks(now: number): { at: number; percent: number; isLabelled: boolean }[] {
  const step = 5 * minuteMs;
  const from = now - (spanMinutes / 2) * minuteMs;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: spanMinutes / 5 }, (_, index) => first + index * step).map((at) => {
    const percent = round((offsetOf({ at, now }) / spanMinutes) * 100);
    return { at, percent, isLabelled: at % (15 * minuteMs) === 0 && percent > 3 && percent < 97 };
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
