import type { JobInput } from '#domain/job/job.ts';
import { type MaskedParts, unmaskRequest } from '#domain/job/unmask-request.ts';

/**
 * Changes a form requests of a saved job: remaining masks stand for the stored values.
 * @param saved the job at the time of the save
 * @param opened the job as the form was opened with it, for masks of values missing from `saved`
 * @throws AppError validation_error: a mask without a stored value
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
