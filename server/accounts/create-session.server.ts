import { hashSessionToken, newSessionToken } from '#server/accounts/session-token.server.ts';
import type { RequestFacts } from '#server/accounts/types.ts';
import type { Tx } from '#server/db.server.ts';

/** A session ends this long after the sign-in, however busy it is. */
export const sessionLifeMs = 30 * 24 * 3600 * 1000;

/** Opens a session in the caller's transaction and returns its token, which is stored nowhere. */
export async function createSession({
  tx,
  userId,
  authenticatedAt,
  request,
}: {
  tx: Tx;
  userId: number;
  authenticatedAt: Date;
  request: RequestFacts;
}): Promise<string> {
  const token = newSessionToken();
  const at = new Date();
  await tx.session.create({
    data: {
      tokenHash: hashSessionToken(token),
      userId,
      authenticatedAt,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(at.getTime() + sessionLifeMs),
      ip: request.ip,
      userAgent: request.userAgent,
    },
  });
  return token;
}
