import { readProductToken } from '#server/accounts/product-token.server.ts';
import { readSession } from '#server/accounts/read-session.server.ts';
import type { SignedIn } from '#server/accounts/types.ts';

/**
 * The session that a product token names, with its user, who may be suspended: read anew at each call, so that a
 * sign-out ends it at once. A token whose session is over counts as expired.
 */
export async function findTokenSession({
  token,
  at = new Date(),
}: {
  token: string;
  at?: Date;
}): Promise<SignedIn | 'expired' | 'bad'> {
  const read = await readProductToken(token);
  if (typeof read === 'string') return read;
  const found = await readSession({ where: { id: read.sessionId }, at });
  return found?.user.id === read.userId ? found : 'expired';
}
