import { createHash } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import type { Tier } from '#domain/plan.ts';
import { repeatCall } from '#server/idempotency/repeat-call.server.ts';

const tokenPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Saves an opened form once, however often it is sent: the response to the first sending may have been lost.
 * @param token of the form; a form without one is saved each time
 * @param content what is saved: another content under the same token is refused once the first is saved
 * @throws AppError conflict: the form was sent before, with another content or still under way; what run throws
 */
export async function oncePerForm({
  userId,
  tier,
  token,
  content,
  run,
}: {
  userId: number;
  tier: Tier;
  token: unknown;
  content: unknown;
  run: () => Promise<void>;
}): Promise<void> {
  if (typeof token !== 'string' || !tokenPattern.test(token)) return run();
  let isFirst = false;
  const requestHash = createHash('sha256')
    .update(`form ${JSON.stringify(content)}`)
    .digest('hex');
  try {
    await repeatCall({
      userId,
      tier,
      key: `form-${token}`,
      requestHash,
      act: async () => {
        isFirst = true;
        await run();
        return { status: 201 };
      },
    });
  } catch (error) {
    if (isFirst || !(error instanceof AppError) || error.type !== 'conflict') throw error;
    throw new AppError('conflict', {
      message: 'This form was sent before and may be saved. Look at the dashboard, or open the form again.',
      cause: error,
    });
  }
}
