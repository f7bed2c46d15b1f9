import { type RequestAuth, unmaskAuth } from '#domain/job/request-auth.ts';
import { mask } from '#domain/job/secret-headers.ts';
import { AppError } from '#domain/errors.ts';

/** The parts of a job whose values are shown masked. */
export interface MaskedParts {
  headers: Record<string, string> | null;
  auth: RequestAuth | null;
}

/**
 * Replaces the masks of a form's or a body's request by the stored values.
 * @param stored the request behind the masks; null if there is none
 * @throws AppError validation_error: a mask has no stored value
 */
export function unmaskRequest<Input extends MaskedParts>({
  input,
  stored,
}: {
  input: Input;
  stored: MaskedParts | null;
}): Input {
  const read = unmaskAuth({ typed: input.auth, stored: stored?.auth ?? null });
  if ('message' in read) throw new AppError('validation_error', { details: { auth: read.message } });
  const headers = unmaskHeaders({ typed: input.headers, stored: stored?.headers ?? null });
  return { ...input, headers, auth: read.auth };
}

/**
 * Headers with the stored values where a mask was left.
 * @throws AppError validation_error: a mask where no value is stored
 */
export function unmaskHeaders({
  typed,
  stored,
}: {
  typed: Record<string, string> | null;
  stored: Record<string, string> | null;
}): Record<string, string> | null {
  if (typed === null) return null;
  const known = new Map(Object.entries(stored ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      if (value !== mask) return [name, value];
      const kept = known.get(name.toLowerCase());
      if (kept === undefined) {
        throw new AppError('validation_error', {
          details: { headers: `Enter the value of ${name}: a mask cannot be saved.` },
        });
      }
      return [name, kept];
    }),
  );
}
