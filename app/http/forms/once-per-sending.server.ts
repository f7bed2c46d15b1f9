import { createHash } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { runIdempotent } from '#server/idempotency/run-idempotent.server.ts';
import type { Owner } from '#server/jobs/types.ts';

const keyPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const underWayMs = 500;
const mostWaits = 10;

/** The key the script of the page gives to each sending of a form; null without a script. */
export const sendingKey = (request: Request) => request.headers.get('idempotency-key');

/**
 * Runs a form's act once, however often it is sent under one key: the response to the first request may have been lost,
 * and browsers resend automatically. A request that meets the first one in progress waits up to 5 seconds for it.
 * @param key of the opened form, or of one submission; a form without one runs each time
 * @param content of the act: another content under the same key is refused after the first has run
 * @throws AppError conflict: sent before with another content, or still in progress; any error of run
 */
export async function oncePerSending({
  owner,
  key,
  content,
  run,
}: {
  owner: Pick<Owner, 'id' | 'tier'>;
  key: unknown;
  content: unknown;
  run: () => Promise<void>;
}): Promise<void> {
  if (typeof key !== 'string' || !keyPattern.test(key)) return run();
  const requestHash = createHash('sha256')
    .update(`form ${JSON.stringify(content)}`)
    .digest('hex');
  for (let waits = 0; ; waits += 1) {
    const first = { isRunning: false };
    try {
      await runIdempotent({
        userId: owner.id,
        tier: owner.tier,
        key: `form-${key}`,
        requestHash,
        act: async () => {
          first.isRunning = true;
          await run();
          return { status: 201 };
        },
      });
      return;
    } catch (error) {
      if (first.isRunning || !(error instanceof AppError) || error.type !== 'conflict') throw error;
      if (waits === mostWaits) throw sentBefore(error);
      await new Promise((resolve) => setTimeout(resolve, underWayMs));
    }
  }
}

function sentBefore(cause: AppError): AppError {
  return new AppError('conflict', {
    message:
      'This form was already sent and may have been saved. Check the dashboard, or open the form again.',
    cause,
  });
}
