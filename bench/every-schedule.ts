import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';

const phases = 1_440;

/** The cron expression of a job that fires so far into each period: a share of it, from 0 to below 1. */
export function cronOfShare(share: number): string {
  const phase = Math.floor(share * phases);
  return `${phase % 60} ${Math.floor(phase / 60)} * * *`;
}

/**
 * Fires once a period instead of once a day: a job of every minute at the period's beginning, one of a minute and an
 * hour at that share of it.
 * @param notBefore the first instant is then or later, in milliseconds: nothing fires while jobs are still handed over
 */
export function everySchedule({
  periodMs,
  notBefore = 0,
}: {
  periodMs: number;
  notBefore?: number;
}): ScheduleCalculator {
  const offsetOf = (cron: string) => {
    const [minute, hour] = cron.split(' ').map(Number);
    return Math.round((((hour || 0) * 60 + (minute || 0)) / phases) * periodMs);
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
