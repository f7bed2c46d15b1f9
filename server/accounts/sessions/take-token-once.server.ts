import { createHash } from 'node:crypto';
import type { RequestFacts } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Reports whether a token of the identity provider is new; a second use is recorded in the security log.
 * @param expiresAt after which its age rules it out
 */
export async function takeTokenOnce({
  token,
  expiresAt,
  path,
  request,
}: {
  token: string;
  expiresAt: Date;
  path: string;
  request: RequestFacts;
}): Promise<boolean> {
  // Without the signature, which can often be written in more than one way.
  const signed = token.slice(0, token.lastIndexOf('.'));
  const hash = createHash('sha256').update(signed).digest('hex');
  const taken = await db().oneTimeToken.createMany({
    data: { hash, purpose: 'id_token', expiresAt, usedAt: new Date() },
    skipDuplicates: true,
  });
  if (taken.count === 1) return true;
  await recordEvent({ tx: db(), code: 'token_reused', path, request });
  return false;
}
