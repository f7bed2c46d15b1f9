import { readSession } from '#server/accounts/sessions/read-session.server.ts';
import { hashSessionToken } from '#server/accounts/sessions/session-token.server.ts';
import type { SignedInAccount } from '#server/accounts/types.ts';

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
}): Promise<SignedInAccount | null> {
  const found = await readSession({ where: { tokenHash: hashSessionToken(token) }, at });
  return found && !found.user.suspendedAt ? found : null;
}
