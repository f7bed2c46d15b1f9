import type { SignedInAccount } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { type EventRequest, recordEvent } from '#server/security-log/record-event.server.ts';
import { type BrowserSubscription, endpointHash, sealSubscription } from './browser-subscription.server.ts';

/** More browsers than a person uses: the oldest are removed. */
const mostBrowsers = 10;

/**
 * Failures are pushed to this browser from now on, until its session ends. A browser subscribed by another account
 * moves to this one. The question about push is not shown again.
 */
export async function savePushSubscription({
  user: { id: userId },
  session,
  subscription,
  request,
}: SignedInAccount & { subscription: BrowserSubscription; request: EventRequest }): Promise<void> {
  const hash = endpointHash(subscription.endpoint);
  const row = {
    userId,
    sessionId: session.id,
    subscription: sealSubscription({ subscription, userId }),
    userAgent: request.userAgent,
  };
  await db().$transaction(async (tx) => {
    await tx.pushSubscription.upsert({
      where: { endpointHash: hash },
      create: { ...row, endpointHash: hash },
      update: row,
    });
    const older = await tx.pushSubscription.findMany({
      where: { userId, endpointHash: { not: hash } },
      orderBy: { id: 'desc' },
      skip: mostBrowsers - 1,
      select: { id: true },
    });
    await tx.pushSubscription.deleteMany({ where: { id: { in: older.map(({ id }) => id) } } });
    await tx.user.updateMany({ where: { id: userId, pushAskedAt: null }, data: { pushAskedAt: new Date() } });
    await recordEvent({
      ...{ tx, code: 'user_changed', actorId: userId, subjectId: userId, request },
      details: { push: 'on' },
    });
  });
}
