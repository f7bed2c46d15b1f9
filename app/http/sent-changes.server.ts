import { unmaskHeaders } from '#app/presenters/masked-headers.ts';
import type { JobInput } from '#domain/job.ts';
import { getJob } from '#server/jobs/get-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';

/**
 * What a form asks of a saved job: the masks that were left stand for the stored headers.
 * @throws AppError not_found; validation_error: a mask stands where nothing is stored
 */
export async function sentChanges({
  owner,
  jobId,
  input,
}: {
  owner: Owner;
  jobId: number;
  input: JobInput;
}): Promise<JobInput> {
  const { job } = await getJob({ owner, jobId });
  return { ...input, headers: unmaskHeaders({ typed: input.headers, stored: job.headers }) };
}
