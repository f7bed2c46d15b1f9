import { AppError } from '#domain/errors.ts';
import { isActive } from '#domain/job/job.ts';
import { databaseNow } from '#server/database/database-now.server.ts';
import { pushJob } from '#server/engine/relay/push-job.server.ts';
import { withOwnedJob } from '#server/jobs/access/with-owned-job.server.ts';
import { checkRoom } from '#server/jobs/saving/check-room.server.ts';
import { saveChange } from '#server/jobs/saving/save-change.server.ts';
import type { JobRow, DecryptedJob, Owner } from '#server/jobs/types.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';

/**
 * Pauses, resumes or deactivates a job. Pausing ends further retries; resuming never runs past fires (D28).
 * @param pausedUntil of a pause: the instant at which the job resumes automatically; null for a pause without an end
 * @throws AppError not_found; authorization_error: no room for the new status (D22, D38); validation_error on
 *   pausedUntil: not in the future, or without a pause; precondition_failed: it has none of ifVersions
 */
export async function setJobStatus({
  owner,
  jobId,
  status,
  pausedUntil = null,
  ifVersions,
}: {
  owner: Owner;
  jobId: number;
  status: JobRow['status'];
  pausedUntil?: Date | null;
  ifVersions?: number[] | undefined;
}): Promise<DecryptedJob> {
  const job = await withOwnedJob({
    owner,
    jobId,
    ifVersions,
    run: async ({ tx, job, tier }) => {
      const now = await databaseNow({ tx });
      checkDate({ status, pausedUntil, now });
      if (job.status === status && job.pausedUntil?.getTime() === pausedUntil?.getTime()) return job;
      // After the end of its pause a job counts as active, even before that is written.
      const from = isActive({ ...job, now: now.getTime() }) ? 'active' : job.status;
      await checkRoom({ tx, ownerId: owner.id, tier, from, to: status });
      const changed: ('status' | 'pausedUntil')[] = job.status === status ? [] : ['status'];
      if (pausedUntil !== null || job.status === status) changed.push('pausedUntil');
      return saveChange({ tx, job, columns: { status, pausedUntil }, changed, owner, tier });
    },
  });
  if (job.appliedVersion < job.desiredVersion) await pushJob({ jobId });
  return decryptJob(job);
}

function checkDate({
  status,
  pausedUntil,
  now,
}: {
  status: JobRow['status'];
  pausedUntil: Date | null;
  now: Date;
}): void {
  if (pausedUntil === null) return;
  const refuse = (text: string) => {
    throw new AppError('validation_error', { details: { pausedUntil: text } });
  };
  if (status !== 'paused')
    refuse('Only a pause ends by itself: set the status to paused, or leave this out.');
  if (!(pausedUntil > now)) refuse('Choose an instant in the future.');
}
