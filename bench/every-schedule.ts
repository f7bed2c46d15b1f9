import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';

/** The minutes of the shortest month: enough for 60,000 jobs to be spread evenly. */
const phases = 28 * 24 * 60;

/** Cron expression of a job that fires at a share of each period, from 0 to below 1. */
export function cronOfShare(share: number): string {
  const phase = Math.floor(share * phases);
  return `${phase % 60} ${Math.floor(phase / 60) % 24} ${Math.floor(phase / (24 * 60)) + 1} * *`;
}

/**
 * Fires once a period instead of once a month: `* * * * *` at the start of the period, an expression with
 * minute, hour and day at that share of it.
 * @param notBefore no instant is before this one, in milliseconds: nothing fires while jobs are still being
 * saved
 */
export function everySchedule({
  periodMs,
  notBefore = 0,
}: {
  periodMs: number;
  notBefore?: number;
}): ScheduleCalculator {
  const offsetOf = (cron: string) => {
    const [minute, hour, day] = cron.split(' ').map(Number);
    const phase = (((day || 1) - 1) * 24 + (hour || 0)) * 60 + (minute || 0);
    return Math.round((phase / phases) * periodMs);
  };
  const firstAfter = (cron: string, after: number) => {
    const offset = offsetOf(cron);
    const last = Math.max(after, notBefore - 1);
    return (Math.floor((last - offset) / periodMs) + 1) * periodMs + offset;
  };
  const from = (first: number, length: number) =>
    Array.from({ length }, (_, index) => first + index * periodMs);
  return {
    nextFires: ({ cron, after, count }) => from(firstAfter(cron, after), count),
    firesBetween: ({ cron, after, until, limit }) => {
      const first = firstAfter(cron, after);
      return from(first, Math.max(Math.min(Math.floor((until - first) / periodMs) + 1, limit), 0));
    },
  };
}
