import { AppError } from '#domain/errors.ts';
import { type RequestAuth, unmaskAuth } from '#domain/request-auth.ts';
import { isSecretHeader, mask } from '#domain/secret-headers.ts';

/** Headers for the screen, secrets masked unless they were asked for. */
export function maskHeaders({
  headers,
  isRevealed,
}: {
  headers: Record<string, string>;
  isRevealed: boolean;
}): Record<string, string> {
  if (isRevealed) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretHeader(name) ? mask : value]),
  );
}

/**
 * Headers from a form, the masks that were left as they stood replaced by the stored values.
 * @throws AppError validation_error: a mask stands where no value is stored
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

/**
 * An authentication from a form or a body, the mask that was left as it stood replaced by the stored secret.
 * @throws AppError validation_error: a mask stands where no secret of that type is stored
 */
export function unmaskedAuth(given: {
  typed: RequestAuth | null;
  stored: RequestAuth | null;
}): RequestAuth | null {
  const read = unmaskAuth(given);
  if ('message' in read) throw new AppError('validation_error', { details: { auth: read.message } });
  return read.auth;
}
