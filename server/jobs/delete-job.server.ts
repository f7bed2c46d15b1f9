import { databaseNow } from '#server/database/database-now.server.ts';
import { pushJob } from '#server/engine/relay/push-job.server.ts';
import { enqueueJobEvents } from '#server/event-subscriptions/job-events.server.ts';
import { withOwnedJob } from '#server/jobs/access/with-owned-job.server.ts';
import { recordJobChange } from '#server/jobs/saving/record-job-change.server.ts';
import type { Owner } from '#server/jobs/types.ts';

/**
 * Hides a job from every list and count at once; the relay cancels its calls and removes the rows (D35).
 * @throws AppError not_found; precondition_failed: it has none of ifVersions
 */
export async function deleteJob({
  owner,
  jobId,
  ifVersions,
}: {
  owner: Owner;
  jobId: number;
  ifVersions?: number[] | undefined;
}): Promise<void> {
  await withOwnedJob({
    owner,
    jobId,
    ifVersions,
    run: async ({ tx, job }) => {
      const now = await databaseNow({ tx });
      await tx.job.update({ where: { id: jobId }, data: { deletedAt: now, applyAfter: now } });
      await recordJobChange({ tx, owner, jobId });
      await enqueueJobEvents({ tx, jobs: [job], change: 'deleted' });
    },
  });
  await pushJob({ jobId });
}
