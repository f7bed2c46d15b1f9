import { createHash } from 'node:crypto';
import type { WrittenAnswer } from '#app/http/api/answer.server.ts';
import type { Caller } from '#app/http/api/caller.server.ts';
import { refusal } from '#app/http/api/check-input.ts';
import { repeatCall } from '#server/idempotency/repeat-call.server.ts';

/**
 * Makes a POST once under its Idempotency-Key; without one each time it is asked for.
 * @throws AppError validation_error: a key of more than 255 characters; conflict, as repeatCall
 */
export async function once({
  request,
  caller: { kind, user },
  text,
  run,
}: {
  request: Request;
  caller: Pick<Caller, 'kind' | 'user'>;
  /** The body as it came. */
  text: string;
  run: () => Promise<WrittenAnswer>;
}): Promise<WrittenAnswer> {
  const key = request.headers.get('idempotency-key');
  if (key === null || request.method !== 'POST') return run();
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw refusal([['Idempotency-Key', 'The Idempotency-Key has 1 to 255 visible ASCII characters.']]);
  }
  const { pathname, search } = new URL(request.url);
  // The credential decides how the answer is written (D18): to another kind it is another request.
  const requestHash = createHash('sha256')
    .update(JSON.stringify([kind, request.method, pathname + search, text]))
    .digest('hex');
  const { text: answer, isRepeated } = await repeatCall({
    userId: user.id,
    key,
    requestHash,
    run: async () => {
      const written = await run();
      return { status: written.status, text: JSON.stringify(written) };
    },
  });
  const written = JSON.parse(answer) as WrittenAnswer;
  return isRepeated
    ? { ...written, headers: { ...written.headers, 'Idempotency-Replayed': 'true' } }
    : written;
}
