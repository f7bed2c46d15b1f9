import { sampleAccount } from '#app/content/sample-account.ts';
import { sampleSteps } from '#app/content/sample-execution.ts';
import { toSchedulePreview } from './schedule-preview.ts';

/** Of the showcase: a clock change moves it in March and not in November. */
const changing = { cron: '30 2 * * *', timeZone: 'Europe/Paris' };

/**
 * What the public page shows besides its words: the answer to a cron line, and an invented account around now.
 * @param cron as it was typed; it may be none
 * @param timeZone of whoever looks
 * @param now UTC milliseconds
 */
export function toLanding({ cron, timeZone, now }: { cron: string; timeZone: string; now: number }) {
  return {
    cron,
    answer: toSchedulePreview({ cron, timeZone, now, count: 5 }),
    sample: sampleAccount(now),
    changing: toSchedulePreview({ ...changing, now, count: 5 }),
    steps: sampleSteps(now),
  };
}

export type Landing = ReturnType<typeof toLanding>;
