import type { ScheduledCall } from './sink.ts';

/** Lateness of first attempts on arrival, in whole milliseconds. */
export interface Lateness {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

/** @param calls of any attempts; only the first ones count */
export function latenessOf(calls: ScheduledCall[]): Lateness {
  const late = calls
    .filter(({ attempt }) => attempt === 1)
    .map(({ at, scheduledFor }) => at - scheduledFor)
    .sort((a, b) => a - b);
  const at = (share: number) => Math.round(late[Math.ceil(late.length * share) - 1] ?? NaN);
  return { count: late.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

export function inWords({ count, p50, p99, max }: Lateness): string {
  return `${count} calls, p50 ${p50} ms, p99 ${p99} ms, latest ${max} ms`;
}
