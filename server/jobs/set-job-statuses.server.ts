import { AppError } from '#domain/errors.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import type { JobRow, Owner } from '#server/jobs/types.ts';

/**
 * Sets the status of many jobs, one transaction each, in the given order: those that the plan has no room for
 * and those the owner does not have stay out of the count.
 */
export async function setJobStatuses({
  owner,
  jobIds,
  status,
}: {
  owner: Owner;
  jobIds: number[];
  status: JobRow['status'];
}): Promise<{ updated: number }> {
  let updated = 0;
  for (const jobId of new Set(jobIds)) {
    try {
      await setJobStatus({ owner, jobId, status });
      updated += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return { updated };
}
