import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';
import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';

type Scheduled = Pick<LedgerJob, 'status' | 'pausedUntil' | 'cron' | 'timeZone'>;

/**
 * The next instants the newest version of a job names strictly after `after`: none for an inactive, paused or
 * unscheduled job, and from its date on for one paused until then.
 */
export function nextInstants({
  job,
  after,
  count,
  schedule,
}: {
  job: Scheduled;
  after: number;
  count: number;
  schedule: Pick<ScheduleCalculator, 'nextFires'>;
}): number[] {
  const { status, pausedUntil, cron, timeZone } = job;
  if (cron === null || status === 'inactive') return [];
  if (status === 'active') return schedule.nextFires({ cron, timeZone, after, count });
  if (pausedUntil === null) return [];
  return schedule.nextFires({ cron, timeZone, after: Math.max(after, pausedUntil.getTime() - 1), count });
}

/** Reports whether the newest version of a job names this instant. */
export function isNamed({
  job,
  at,
  schedule,
}: {
  job: Scheduled;
  at: number;
  schedule: Pick<ScheduleCalculator, 'nextFires'>;
}): boolean {
  return nextInstants({ job, after: at - 1, count: 1, schedule })[0] === at;
}
