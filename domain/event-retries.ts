import { hourMs, minuteMs } from './time/units.ts';

/** Waits of notifications, then further ones: an event is tried for 18 hours. */
export const eventWaitsMs = [
  5_000,
  30_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
] as const;

/**
 * Milliseconds from a failed attempt to the next one; null after the last.
 * @param attempt 1 for the first
 */
export function eventWaitMs(attempt: number): number | null {
  return eventWaitsMs[attempt - 1] ?? null;
}
