import { nextFires } from '#domain/schedule/schedule.ts';
import type { Tx } from '#server/database/db.server.ts';
import type { Job } from '#server/generated/client.ts';
import { nextInstants } from './next-instants.server.ts';

type SavedJob = Pick<Job, 'id' | 'status' | 'pausedUntil' | 'cronExpression' | 'timeZone'>;

/** Writes when many jobs run next, in the transaction that saves them all at one instant: setNextRun, at once. */
export async function setNextRuns({
  tx,
  jobs,
  changedAt,
}: {
  tx: Tx;
  jobs: SavedJob[];
  changedAt: Date;
}): Promise<void> {
  const ids = jobs.map(({ id }) => id);
  // A claim in flight has the job's last word on its time: wait for it.
  const states = await tx.$queryRaw<{ jobId: number; accountedUntil: Date }[]>`
    select "jobId", "accountedUntil" from "JobState" where "jobId" = any(${ids}::int[])
    order by "jobId" for update`;
  const accounted = new Map(states.map(({ jobId, accountedUntil }) => [jobId, accountedUntil.getTime()]));
  const next = jobs.map((job) => {
    const after = Math.max(changedAt.getTime(), accounted.get(job.id) ?? 0);
    const named = { ...job, cron: job.cronExpression };
    const [at] = nextInstants({ job: named, after, count: 1, schedule: { nextFires } });
    return at ?? null;
  });
  await tx.$executeRaw`
    update "JobState" s set "nextRunAt" = to_timestamp(t."at" / 1000.0)
    from unnest(${ids}::int[], ${next}::int8[]) as t("jobId", "at") where s."jobId" = t."jobId"`;
}
