import { toFires } from '#app/presenters/job-form/schedule-preview.ts';
import { isActive } from '#domain/job/job.ts';
import type { DecryptedJob } from '#server/jobs/types.ts';
import type { ShownFire } from './next-fire.ts';

/** The next fires of a job that fires, or will once its pause has ended, those left out marked. */
export function toJobFires({
  job,
  skips,
  now,
  count,
}: {
  job: Pick<DecryptedJob, 'cronExpression' | 'timeZone' | 'status' | 'pausedUntil'>;
  /** Instants, UTC milliseconds, as now. */
  skips: number[];
  now: number;
  count: number;
}): ShownFire[] {
  const { cronExpression: cron, timeZone, pausedUntil } = job;
  if (cron === null || (!isActive({ ...job, now }) && pausedUntil === null)) return [];
  const from = Math.max(now, (pausedUntil?.getTime() ?? 0) - 1);
  return toFires({ cron, timeZone, now: from, count }).map(({ at, mark }) => ({
    at,
    mark: skips.includes(at) ? 'skipped' : mark,
  }));
}
