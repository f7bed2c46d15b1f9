import { dayMs } from '#domain/time/units.ts';
import { hashSessionToken, newSessionToken } from '#server/accounts/sessions/session-token.server.ts';
import type { RequestFacts } from '#server/accounts/types.ts';
import type { Tx } from '#server/database/db.server.ts';

/** A session ends this long after the sign-in, however busy it is. */
export const sessionLifeMs = 30 * dayMs;

/**
 * Creates a session in the caller's transaction.
 * @param lifeMs maximum lifetime
 * @returns its token, which is stored nowhere, and its id
 */
export async function createSession({
  tx,
  userId,
  authenticatedAt,
  request,
  lifeMs = sessionLifeMs,
}: {
  tx: Tx;
  userId: number;
  authenticatedAt: Date;
  request: RequestFacts;
  lifeMs?: number;
}): Promise<{ token: string; sessionId: number }> {
  const token = newSessionToken();
  const at = new Date();
  const { id: sessionId } = await tx.session.create({
    data: {
      tokenHash: hashSessionToken(token),
      userId,
      authenticatedAt,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(at.getTime() + lifeMs),
      ip: request.ip,
      userAgent: request.userAgent,
    },
  });
  return { token, sessionId };
}
