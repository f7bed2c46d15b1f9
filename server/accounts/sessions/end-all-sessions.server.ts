import type { RequestFacts } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Signs an account out everywhere, including this browser: every session ends at once, with its product tokens and its
 * browsers' push subscriptions. API keys keep working.
 * @returns number of sessions ended
 */
export async function endAllSessions({
  userId,
  request,
}: {
  userId: number;
  request: RequestFacts;
}): Promise<number> {
  return db().$transaction(async (tx) => {
    await tx.pushSubscription.deleteMany({ where: { userId } });
    const { count } = await tx.session.deleteMany({ where: { userId } });
    await recordEvent({
      tx,
      code: 'logout',
      actorId: userId,
      subjectId: userId,
      request,
      details: { sessions: count },
    });
    return count;
  });
}
