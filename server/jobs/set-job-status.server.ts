import { pushJob } from '#server/engine/push-job.server.ts';
import { checkRoom } from '#server/jobs/check-room.server.ts';
import { openJob } from '#server/jobs/open-job.server.ts';
import { saveChange } from '#server/jobs/save-change.server.ts';
import type { JobRow, OpenJob, Owner } from '#server/jobs/types.ts';
import { withOwnedJob } from '#server/jobs/with-owned-job.server.ts';

/**
 * Pauses, resumes or shelves a job. Pausing ends further retries; resuming never fires the past (D28).
 * @throws AppError not_found, or authorization_error: no room for the new status (D22, D38)
 */
export async function setJobStatus({
  owner,
  jobId,
  status,
}: {
  owner: Owner;
  jobId: number;
  status: JobRow['status'];
}): Promise<OpenJob> {
  const job = await withOwnedJob({
    owner,
    jobId,
    run: async ({ tx, job, tier }) => {
      if (job.status === status && job.pausedUntil === null) return job;
      await checkRoom({ tx, ownerId: owner.id, tier, from: job.status, to: status });
      return saveChange({ tx, job, columns: { status }, changed: ['status'], owner });
    },
  });
  if (job.appliedVersion < job.desiredVersion) await pushJob({ jobId });
  return openJob(job);
}
