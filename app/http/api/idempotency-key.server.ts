import { createHash } from 'node:crypto';
import type { Caller } from '#app/http/api/caller.server.ts';
import { refusal } from '#app/http/api/check-input.ts';
import type { WrittenResponse } from '#app/http/api/response.server.ts';
import { AppError } from '#domain/errors.ts';
import { type CallEffect, runIdempotent } from '#server/idempotency/run-idempotent.server.ts';

/** The effect of a request, made by it or, if it is repeated, by the first one with its key. */
export interface Made<Effect extends CallEffect> {
  effect: Effect;
  isRepeated: boolean;
}

/**
 * Runs a POST once under its Idempotency-Key; without one, each time. The response of a repetition is built from the
 * effect of the first request, with current data.
 * @throws AppError validation_error: a key of more than 255 characters; conflict: as runIdempotent, or the result of the
 *   first request has been deleted
 */
export async function withIdempotencyKey<Effect extends CallEffect>({
  request,
  caller: { kind, user },
  text,
  act,
  respond,
}: {
  request: Request;
  caller: Pick<Caller, 'kind' | 'user'>;
  /** The body as it came. */
  text: string;
  act: () => Promise<Effect>;
  respond: (made: Made<Effect>) => Promise<WrittenResponse>;
}): Promise<WrittenResponse> {
  const key = request.headers.get('idempotency-key');
  if (key === null) return respond({ effect: await act(), isRepeated: false });
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw refusal([['Idempotency-Key', 'The Idempotency-Key has 1 to 255 visible ASCII characters.']]);
  }
  const { pathname, search } = new URL(request.url);
  // The credential decides how the response is written (D18): to another kind it is another request.
  const requestHash = createHash('sha256')
    .update(JSON.stringify([kind, request.method, pathname + search, text]))
    .digest('hex');
  const { effect, isRepeated } = await runIdempotent({
    userId: user.id,
    tier: user.tier,
    key,
    requestHash,
    act,
  });
  if (!isRepeated) return respond({ effect, isRepeated });
  const gone = 'The first request with this key took effect, but its result has since been deleted.';
  const written = await respond({ effect, isRepeated }).catch(conflictIfGone(gone));
  return { ...written, headers: { ...written.headers, 'Idempotency-Replayed': 'true' } };
}

/** For the response to a request that took effect: throws a conflict in place of not_found, and other errors as they are. */
export function conflictIfGone(message: string) {
  return (cause: unknown): never => {
    if (!(cause instanceof AppError) || cause.type !== 'not_found') throw cause;
    throw new AppError('conflict', { message, cause });
  };
}
