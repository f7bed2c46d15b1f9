import { databaseNow } from '#server/database/database-now.server.ts';
import { enqueueJobEvents } from '#server/event-subscriptions/job-events.server.ts';
import { withOwnedJobs } from '#server/jobs/access/with-owned-jobs.server.ts';
import { recordChanges } from '#server/jobs/saving/save-changes.server.ts';
import type { Owner } from '#server/jobs/types.ts';

/** Hides many jobs from every list and count at once; the relay cancels their calls and removes the rows (D35). */
export async function deleteJobs({
  owner,
  jobIds,
}: {
  owner: Owner;
  jobIds: number[];
}): Promise<{ deleted: number }> {
  const counts = await withOwnedJobs({
    owner,
    jobIds,
    run: async ({ tx, jobs }) => {
      const now = await databaseNow({ tx });
      const ids = jobs.map(({ id }) => id);
      await tx.job.updateMany({ where: { id: { in: ids } }, data: { deletedAt: now, applyAfter: now } });
      await recordChanges({ tx, owner, jobIds: ids });
      await enqueueJobEvents({ tx, jobs, change: 'deleted' });
      return ids.length;
    },
  });
  return { deleted: counts.reduce((sum, count) => sum + count, 0) };
}
