import type { JobInput } from '#domain/job/job.ts';
import { type MaskedParts, unmaskRequest } from '#domain/job/unmask-request.ts';

/**
 * What a form asks of a saved job: the masks that were left stand for the stored values.
 * @param saved the job as it is when the form is saved
 * @param opened the job as the form was opened with it, whose values masks stand for that `saved` does not have
 * @throws AppError validation_error: a mask stands where nothing is stored
 */
export function sentChanges({
  input,
  saved,
  opened = null,
}: {
  input: JobInput;
  saved: MaskedParts;
  opened?: MaskedParts | null;
}): JobInput {
  const headers = { ...opened?.headers, ...saved.headers };
  const auth = [saved.auth, opened?.auth].find((one) => one?.type === input.auth?.type) ?? null;
  return unmaskRequest({ input, stored: { headers, auth } });
}
