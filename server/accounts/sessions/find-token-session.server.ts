import { readProductToken } from '#server/accounts/sessions/product-token.server.ts';
import { readSession } from '#server/accounts/sessions/read-session.server.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';

/** A suspended caller: their sessions ended with the suspension. */
interface SuspendedCaller {
  suspendedId: number;
}

/**
 * Session of a product token, with its user, possibly suspended. It is read at each call, so a sign-out ends it at
 * once. A token with an ended session counts as expired, unless its user is suspended.
 */
export async function findTokenSession({
  token,
  at = new Date(),
}: {
  token: string;
  at?: Date;
}): Promise<SignedInAccount | SuspendedCaller | 'expired' | 'bad'> {
  const read = await readProductToken(token);
  if (typeof read === 'string') return read;
  const found = await readSession({ where: { id: read.sessionId }, at });
  if (found?.user.id === read.userId) return found;
  return (await isSuspended(read.userId)) ? { suspendedId: read.userId } : 'expired';
}

/** Suspending has ended the session; the response names the reason. */
async function isSuspended(userId: number): Promise<boolean> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { suspendedAt: true } });
  return Boolean(user?.suspendedAt);
}
