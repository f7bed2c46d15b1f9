import { nextFires } from '#domain/schedule/schedule.ts';
import type { Tx } from '#server/database/db.server.ts';
import type { Job } from '#server/generated/client.ts';
import { nextInstants } from './next-instants.server.ts';

type SavedJob = Pick<Job, 'id' | 'status' | 'pausedUntil' | 'cronExpression' | 'timeZone'>;

/** Writes when new jobs run next, in the transaction that makes them all at one instant: setNextRun, at once. */
export async function createStates({
  tx,
  jobs,
  changedAt,
}: {
  tx: Tx;
  jobs: SavedJob[];
  changedAt: Date;
}): Promise<void> {
  await tx.jobState.createMany({
    data: jobs.map((job) => {
      const named = { ...job, cron: job.cronExpression };
      const [next] = nextInstants({
        job: named,
        after: changedAt.getTime(),
        count: 1,
        schedule: { nextFires },
      });
      const nextRunAt = next === undefined ? null : new Date(next);
      return { jobId: job.id, nextRunAt, accountedUntil: changedAt };
    }),
  });
}
