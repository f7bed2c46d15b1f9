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
  const [accountedUntil] = (await lockStates({ tx, jobIds: [job.id] })).values();
  const { changedAt: now } = await tx.jobVersion.findFirstOrThrow({
    where: { jobId: job.id },
    orderBy: { version: 'desc' },
    select: { changedAt: true },
  });
  const nextRunAt = toDate(nextFireOf({ job, after: Math.max(now.getTime(), accountedUntil ?? 0) }));
  await tx.jobState.upsert({
    where: { jobId: job.id },
    create: { jobId: job.id, nextRunAt, accountedUntil: now },
    update: { nextRunAt },
  });
}

interface SavedTogether {
  tx: Tx;
  jobs: SavedJob[];
  changedAt: Date;
}

/** `setNextRun` for many jobs, in the transaction that saves them all at one instant. */
export async function setNextRuns({ tx, jobs, changedAt }: SavedTogether): Promise<void> {
  const ids = jobs.map(({ id }) => id);
  const accounted = await lockStates({ tx, jobIds: ids });
  const next = jobs.map((job) =>
    nextFireOf({ job, after: Math.max(changedAt.getTime(), accounted.get(job.id) ?? 0) }),
  );
  await tx.$executeRaw`
    update "JobState" s set "nextRunAt" = to_timestamp(t."at" / 1000.0)
    from unnest(${ids}::int[], ${next}::int8[]) as t("jobId", "at") where s."jobId" = t."jobId"`;
}

/** Creates the states of new jobs, in the transaction that creates the jobs at one instant. */
export async function createStates({ tx, jobs, changedAt }: SavedTogether): Promise<void> {
  await tx.jobState.createMany({
    data: jobs.map((job) => ({
      jobId: job.id,
      nextRunAt: toDate(nextFireOf({ job, after: changedAt.getTime() })),
      accountedUntil: changedAt,
    })),
  });
}

/**
 * A claim in flight may still advance a job's ledger: its lock is waited for.
 * @returns `accountedUntil` by job, UTC milliseconds
 */
async function lockStates({ tx, jobIds }: { tx: Tx; jobIds: number[] }): Promise<Map<number, number>> {
  const states = await tx.$queryRaw<{ jobId: number; accountedUntil: Date }[]>`
    select "jobId", "accountedUntil" from "JobState" where "jobId" = any(${jobIds}::int[])
    order by "jobId" for update`;
  return new Map(states.map(({ jobId, accountedUntil }) => [jobId, accountedUntil.getTime()]));
}

function nextFireOf({ job, after }: { job: SavedJob; after: number }): number | null {
  const named = { ...job, cron: job.cronExpression };
  const [next] = nextInstants({ job: named, after, count: 1, schedule: { nextFires } });
  return next ?? null;
}

const toDate = (at: number | null) => (at === null ? null : new Date(at));
