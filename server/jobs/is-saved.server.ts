import type { JobInput } from '#domain/job/job.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { changedFields } from '#server/jobs/versions/changed-fields.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';

/**
 * Reports whether a job is as requested: for a save without a response (D5).
 * @throws AppError not_found
 */
export async function isSaved({
  owner,
  jobId,
  changes,
}: {
  owner: Owner;
  jobId: number;
  changes: Partial<JobInput>;
}): Promise<boolean> {
  const before = jobInputOf((await getJob({ owner, jobId })).job);
  return changedFields({ before, after: { ...before, ...changes } }).length === 0;
}
