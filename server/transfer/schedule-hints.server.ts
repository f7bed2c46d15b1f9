import { clockChanges } from '#domain/schedule/clock-changes.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { cronHints } from '#domain/schedule/cron-hints.ts';
import type { ImportedJob } from './types.ts';

/** Clock changes of a schedule that are listed by date: a year has two. */
const mostChanges = 4;
/** For the clock changes of all schedules, within the limit of the plan's step. */
const budgetMs = 4_000;
const laterWords = 'Its page shows what clock changes do to it.';

/**
 * Adds descriptions and surprising properties (D27) of the schedules to planned jobs. Many jobs have one schedule: each
 * is computed once. If a thousand different ones take too long, the last rows point to the job's page.
 * @param now UTC milliseconds
 */
export function createScheduleHints(now: number): (planned: ImportedJob) => ImportedJob {
  const known = new Map<string, string[]>();
  let spentMs = 0;
  const changesOf = (schedule: { cron: string; timeZone: string }) => {
    if (spentMs > budgetMs) return [laterWords];
    const beganAt = performance.now();
    const changes = clockChanges({ ...schedule, from: now }).slice(0, mostChanges);
    spentMs += performance.now() - beganAt;
    return changes.map(({ text }) => text);
  };
  return (planned) => {
    if (planned.outcome !== 'new' && planned.outcome !== 'changed') return planned;
    const { cronExpression: cron, timeZone } = planned.input;
    const sentence = describeCron(cron);
    if (cron === null) return { ...planned, sentence };
    const key = `${cron} ${timeZone}`;
    const scheduleHints = known.get(key) ?? [...cronHints(cron), ...changesOf({ cron, timeZone })];
    known.set(key, scheduleHints);
    return { ...planned, sentence, ...(scheduleHints.length > 0 && { scheduleHints }) };
  };
}
