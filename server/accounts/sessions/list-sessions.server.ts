import { sessionIdleMs } from '#server/accounts/sessions/read-session.server.ts';
import { db } from '#server/database/db.server.ts';
import type { Session } from '#server/generated/client.ts';

/** A session as its owner sees it: without its token. */
export type ListedSession = Pick<Session, 'id' | 'ip' | 'userAgent' | 'createdAt' | 'lastSeenAt'>;

const mostListed = 100;

/**
 * Open sessions of an account, most recently seen first; at most 100.
 * @param at the current time: a session ends 30 days after its sign-in, or after 7 without a visit
 */
export async function listSessions({
  userId,
  at = new Date(),
}: {
  userId: number;
  at?: Date;
}): Promise<ListedSession[]> {
  const seenSince = new Date(at.getTime() - sessionIdleMs);
  return db().session.findMany({
    where: { userId, expiresAt: { gt: at }, lastSeenAt: { gte: seenSince } },
    select: { id: true, ip: true, userAgent: true, createdAt: true, lastSeenAt: true },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: mostListed,
  });
}
