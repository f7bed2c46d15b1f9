import { minuteMs } from '#domain/time/units.ts';
import { hashSessionToken, newSessionToken } from '#server/accounts/sessions/session-token.server.ts';
import { db } from '#server/database/db.server.ts';

const lifeMs = minuteMs;

/**
 * A ticket of a session: 256 bits exchanged for its product token once, within 60 s (security.md section 3). Only its
 * hash is kept.
 */
export async function issueTicket({ sessionId }: { sessionId: number }): Promise<string> {
  const ticket = newSessionToken();
  const expiresAt = new Date(Date.now() + lifeMs);
  await db().oneTimeToken.create({
    data: { hash: hashSessionToken(ticket), purpose: 'ticket', sessionId, expiresAt },
  });
  return ticket;
}
