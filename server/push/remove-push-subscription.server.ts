import { db } from '#server/database/db.server.ts';
import { type EventRequest, recordEvent } from '#server/security-log/record-event.server.ts';

/** Ends push messages to a browser of the account; an unknown one is no error. */
export async function removePushSubscription({
  userId,
  browser,
  request,
}: {
  userId: number;
  browser: { id: number } | { endpointHash: string };
  request: EventRequest;
}): Promise<void> {
  await db().$transaction(async (tx) => {
    const { count } = await tx.pushSubscription.deleteMany({ where: { userId, ...browser } });
    if (count === 0) return;
    await recordEvent({
      ...{ tx, code: 'user_changed', actorId: userId, subjectId: userId, request },
      details: { push: 'off' },
    });
  });
}
