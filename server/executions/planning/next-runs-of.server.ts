import { nextFires } from '#domain/schedule/schedule.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import type { Tx } from '#server/database/db.server.ts';
import type { Job } from '#server/generated/client.ts';
import { nextInstants } from './next-instants.server.ts';

type SavedJob = Pick<Job, 'id' | 'status' | 'pausedUntil' | 'cronExpression' | 'timeZone'>;

/**
 * The next fires of a job no claim has decided over, the instant up to which all have their row, and the database's
 * clock they were counted from, in UTC milliseconds. The transaction holds the job's row: no claim comes between.
 */
export async function nextRunsOf({
  tx,
  job,
  count,
}: {
  tx: Tx;
  job: SavedJob;
  count: number;
}): Promise<{ now: number; accountedUntil: number; fires: number[] }> {
  const now = (await databaseNow({ tx })).getTime();
  const state = await tx.jobState.findUnique({ where: { jobId: job.id }, select: { accountedUntil: true } });
  const accountedUntil = state?.accountedUntil.getTime() ?? 0;
  const after = Math.max(now, accountedUntil);
  const named = { ...job, cron: job.cronExpression };
  return { now, accountedUntil, fires: nextInstants({ job: named, after, count, schedule: { nextFires } }) };
}
