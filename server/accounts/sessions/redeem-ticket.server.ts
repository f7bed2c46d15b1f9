import { readSession } from '#server/accounts/sessions/read-session.server.ts';
import { hashSessionToken } from '#server/accounts/sessions/session-token.server.ts';
import type { RequestFacts, SignedInAccount } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** Reports whether a text has the form of a ticket, which no id_token has. */
export function isTicket(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * Session of a ticket, with its user, possibly suspended. A ticket works once; a second use is recorded in the security
 * log.
 *
 * @returns null: unknown, used, older than 60 s, or its session is over
 */
export async function redeemTicket({
  ticket,
  path,
  request,
}: {
  ticket: string;
  path: string;
  request: RequestFacts;
}): Promise<SignedInAccount | null> {
  const at = new Date();
  const where = { hash: hashSessionToken(ticket), purpose: 'ticket' };
  const taken = await db().oneTimeToken.updateMany({
    where: { ...where, usedAt: null, expiresAt: { gt: at } },
    data: { usedAt: at },
  });
  const found = await db().oneTimeToken.findFirst({ where, select: { sessionId: true, usedAt: true } });
  if (taken.count === 0) {
    const code = found?.usedAt ? 'token_reused' : 'token_bad';
    await recordEvent({ tx: db(), code, path, request });
    return null;
  }
  return found?.sessionId ? readSession({ where: { id: found.sessionId }, at }) : null;
}
