import { db } from '#server/database/db.server.ts';
import { type EventRequest, recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Stops push messages to a browser of the account. An unknown browser is not an error.
 * @returns true if the browser was subscribed
 */
export async function removePushSubscription({
  userId,
  browser,
  request,
}: {
  userId: number;
  browser: { id: number } | { endpointHash: string };
  request: EventRequest;
}): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const { count } = await tx.pushSubscription.deleteMany({ where: { userId, ...browser } });
    if (count === 0) return false;
    await recordEvent({
      ...{ tx, code: 'user_changed', actorId: userId, subjectId: userId, request },
      details: { push: 'off' },
    });
    return true;
  });
}
