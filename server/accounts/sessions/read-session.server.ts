import { dayMs, minuteMs } from '#domain/time/units.ts';
import { accountColumns } from '#server/accounts/account-columns.server.ts';
import type { Account, SignedInAccount } from '#server/accounts/types.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

/** A session unused for this long has ended. */
export const sessionIdleMs = 7 * dayMs;
const seenStepMs = minuteMs;

// Read at each request.
const statementBy = (column: 'tokenHash' | 'id'): Statement => ({
  name: `session-by-${column}`,
  text: `
    select ${accountColumns}, s."id" as "sessionId", s."createdAt" as "openedAt", s."authenticatedAt", s."lastSeenAt",
      s."expiresAt"
    from "Session" s join "User" u on u."id" = s."userId" where s."${column}" = $1`,
});
const byToken = statementBy('tokenHash');
const byId = statementBy('id');

interface FoundSession extends Account {
  sessionId: number;
  openedAt: Date;
  authenticatedAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

/**
 * An open session with its user, possibly suspended; null for any other. The time of the last visit is written at most
 * once a minute, and not for a suspended user.
 */
export async function readSession({
  where,
  at,
}: {
  where: { tokenHash: string } | { id: number };
  at: Date;
}): Promise<SignedInAccount | null> {
  const [found] = await query<FoundSession>({
    client: getPool(),
    ...('id' in where
      ? { statement: byId, values: [where.id] }
      : { statement: byToken, values: [where.tokenHash] }),
  });
  if (!found) return null;
  const { sessionId: id, openedAt: createdAt, authenticatedAt, lastSeenAt, expiresAt, ...user } = found;
  const unseenMs = at.getTime() - lastSeenAt.getTime();
  if (expiresAt <= at || unseenMs > sessionIdleMs) return null;
  if (unseenMs > seenStepMs && !user.suspendedAt) {
    await db().session.updateMany({ where: { id, lastSeenAt }, data: { lastSeenAt: at } });
  }
  return { user, session: { id, authenticatedAt, createdAt } };
}
