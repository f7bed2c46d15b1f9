import { randomUUID } from 'node:crypto';
import { isActive } from '#domain/job/job.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import { queueRun } from '#server/executions/claiming/queue-run.server.ts';
import { withOwnedJobs } from '#server/jobs/access/with-owned-jobs.server.ts';
import type { Owner } from '#server/jobs/types.ts';

/** Runs many active jobs once, now; the relay pushes to the engine. */
export async function runJobs({
  owner,
  jobIds,
}: {
  owner: Owner;
  jobIds: number[];
}): Promise<{ started: number; resting: number }> {
  const parts = await withOwnedJobs({
    owner,
    jobIds,
    run: async ({ tx, jobs }) => {
      const now = (await databaseNow({ tx })).getTime();
      const active = jobs.filter((job) => isActive({ ...job, now }));
      for (const { id: jobId } of active) {
        await queueRun({ tx, jobId, trigger: 'manual', requestId: randomUUID() });
      }
      return { started: active.length, resting: jobs.length - active.length };
    },
  });
  return {
    started: parts.reduce((sum, { started }) => sum + started, 0),
    resting: parts.reduce((sum, { resting }) => sum + resting, 0),
  };
}
