import { AppError } from '#domain/errors.ts';
import type { RequestFacts } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Ends one session of an account at once, and with it the product tokens issued under it.
 * @throws AppError not_found: it is over, or another's
 */
export async function revokeSession({
  userId,
  sessionId,
  request,
}: {
  userId: number;
  sessionId: number;
  request: RequestFacts;
}): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.pushSubscription.deleteMany({ where: { sessionId, userId } });
    const { count } = await tx.session.deleteMany({ where: { id: sessionId, userId } });
    if (count === 0) throw new AppError('not_found', { message: 'That session is over already.' });
    await recordEvent({
      tx,
      code: 'logout',
      actorId: userId,
      subjectId: userId,
      request,
      details: { session: sessionId },
    });
  });
}
