import { nextFires } from '#domain/schedule/schedule.ts';
import type { Tx } from '#server/database/db.server.ts';
import type { Job } from '#server/generated/client.ts';
import { nextInstants } from './next-instants.server.ts';

type SavedJob = Pick<Job, 'id' | 'status' | 'pausedUntil' | 'cronExpression' | 'timeZone'>;

/**
 * Sets a job's next run, in the transaction of its save and after its version; the ledger of a new job begins there.
 * The past does not change: fires without a row are judged by the version they were due under.
 */
export async function setNextRun({ tx, job }: { tx: Tx; job: SavedJob }): Promise<void> {
  const named = { ...job, cron: job.cronExpression };
  // A claim in flight has the job's last word on its time: wait for it.
  const [state] = await tx.$queryRaw<{ accountedUntil: Date }[]>`
    select "accountedUntil" from "JobState" where "jobId" = ${job.id} for update`;
  const { changedAt: now } = await tx.jobVersion.findFirstOrThrow({
    where: { jobId: job.id },
    orderBy: { version: 'desc' },
    select: { changedAt: true },
  });
  const after = Math.max(now.getTime(), state?.accountedUntil.getTime() ?? 0);
  const [next] = nextInstants({ job: named, after, count: 1, schedule: { nextFires } });
  const nextRunAt = next === undefined ? null : new Date(next);
  await tx.jobState.upsert({
    where: { jobId: job.id },
    create: { jobId: job.id, nextRunAt, accountedUntil: now },
    update: { nextRunAt },
  });
}
