import { hashSessionToken } from '#server/accounts/session-token.server.ts';
import type { SignedIn } from '#server/accounts/types.ts';
import { db } from '#server/db.server.ts';

/** A session that nobody used for this long is over. */
export const sessionIdleMs = 7 * 24 * 3600 * 1000;
const seenStepMs = 60_000;

/**
 * The session of a token with its user, or null: unknown, ended, unused for 7 days, older than 30 days, or of a
 * suspended user. That it was seen is written at most once a minute.
 */
export async function findSession({
  token,
  at = new Date(),
}: {
  token: string;
  at?: Date;
}): Promise<SignedIn | null> {
  const found = await db().session.findUnique({
    where: { tokenHash: hashSessionToken(token) },
    include: {
      user: { omit: { signingSecret: true, previousSigningSecret: true, defaultNotificationConfig: true } },
    },
  });
  if (!found) return null;
  const { user, id, authenticatedAt, createdAt, lastSeenAt, expiresAt } = found;
  const unseenMs = at.getTime() - lastSeenAt.getTime();
  if (expiresAt <= at || unseenMs > sessionIdleMs || user.suspendedAt) return null;
  if (unseenMs > seenStepMs) {
    await db().session.updateMany({ where: { id, lastSeenAt }, data: { lastSeenAt: at } });
  }
  return { user, session: { id, authenticatedAt, createdAt } };
}
