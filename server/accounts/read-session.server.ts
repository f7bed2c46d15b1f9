import type { SignedIn } from '#server/accounts/types.ts';
import { db } from '#server/db.server.ts';

/** A session that nobody used for this long is over. */
export const sessionIdleMs = 7 * 24 * 3600 * 1000;
const seenStepMs = 60_000;

/**
 * A session that is not over, with its user, who may be suspended; null for any other. That it was seen is written at
 * most once a minute, and not for a suspended user.
 */
export async function readSession({
  where,
  at,
}: {
  where: { tokenHash: string } | { id: number };
  at: Date;
}): Promise<SignedIn | null> {
  const found = await db().session.findUnique({
    where,
    include: {
      user: { omit: { signingSecret: true, previousSigningSecret: true, defaultNotificationConfig: true } },
    },
  });
  if (!found) return null;
  const { user, id, authenticatedAt, createdAt, lastSeenAt, expiresAt } = found;
  const unseenMs = at.getTime() - lastSeenAt.getTime();
  if (expiresAt <= at || unseenMs > sessionIdleMs) return null;
  if (unseenMs > seenStepMs && !user.suspendedAt) {
    await db().session.updateMany({ where: { id, lastSeenAt }, data: { lastSeenAt: at } });
  }
  return { user, session: { id, authenticatedAt, createdAt } };
}
