import { unmaskedAuth, unmaskHeaders } from '#app/presenters/masked-headers.ts';
import type { JobInput } from '#domain/job.ts';

/**
 * What a form asks of a saved job: the masks that were left stand for the stored values.
 * @param saved the job as it is when the form is saved
 * @throws AppError validation_error: a mask stands where nothing is stored
 */
export function sentChanges({
  input,
  saved,
}: {
  input: JobInput;
  saved: Pick<JobInput, 'headers' | 'auth'>;
}): JobInput {
  return {
    ...input,
    headers: unmaskHeaders({ typed: input.headers, stored: saved.headers }),
    auth: unmaskedAuth({ typed: input.auth, stored: saved.auth }),
  };
}
