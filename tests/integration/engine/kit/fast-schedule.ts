import { firesBetween, nextFires } from '#domain/schedule/schedule.ts';
import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';

export const often = '* * * * *';
export const rarely = '*/3 * * * *';
export const seldom = '*/5 * * * *';
const periodsMs: Record<string, number> = { [often]: 2_000, [rarely]: 15_000, [seldom]: 40_000 };

/** The next instant of one of these expressions. */
export const nextOf = (cron: string): number =>
  fastSchedule.nextFires({ cron, timeZone: 'UTC', after: Date.now(), count: 1 })[0] ?? 0;

/** Expressions that fire every few seconds instead of minutes; all others as in the product. */
export const fastSchedule: ScheduleCalculator = {
  nextFires: ({ cron, after, count, ...rest }) => {
    const everyMs = periodsMs[cron];
    if (!everyMs) return nextFires({ cron, after, count, ...rest });
    const first = Math.floor(after / everyMs) + 1;
    return Array.from({ length: count }, (_, index) => (first + index) * everyMs);
  },
  firesBetween: ({ cron, after, until, limit, ...rest }) => {
    const everyMs = periodsMs[cron];
    if (!everyMs) return firesBetween({ cron, after, until, limit, ...rest });
    const first = Math.floor(after / everyMs) + 1;
    const last = Math.floor(until / everyMs);
    const length = Math.max(Math.min(last - first + 1, limit), 0);
    return Array.from({ length }, (_, index) => (first + index) * everyMs);
  },
};

/** The same, and one expression that names a single instant. */
export function scheduleWith({ cron, at }: { cron: string; at: number }): ScheduleCalculator {
  return {
    nextFires: (asked) =>
      asked.cron === cron ? [at].filter((instant) => instant > asked.after) : fastSchedule.nextFires(asked),
    firesBetween: (asked) =>
      asked.cron === cron
        ? [at].filter((instant) => instant > asked.after && instant <= asked.until)
        : fastSchedule.firesBetween(asked),
  };
}
