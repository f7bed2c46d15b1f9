import type { Account } from '#server/accounts/types.ts';
import { db } from '#server/db.server.ts';
import type { ApiKey } from '#server/generated/client.ts';
import { hashKey } from './hash-key.server.ts';
import { isKeyForm } from './key-format.server.ts';

/**
 * The living key that a caller presented, with its owner; null when there is none. A key that was
 * hashed with an older pepper is hashed anew, so that the older one can be retired.
 */
export async function findApiKey(plain: string): Promise<(ApiKey & { user: Account }) | null> {
  if (!isKeyForm(plain)) return null;
  const hashes = hashKey(plain);
  const found = await db().apiKey.findFirst({
    where: { hash: { in: hashes.map(({ hash }) => hash) }, revokedAt: null },
    include: {
      user: { omit: { signingSecret: true, previousSigningSecret: true, defaultNotificationConfig: true } },
    },
  });
  const [current] = hashes;
  if (!found || !current || found.hash === current.hash) return found;
  // By the old hash: of two calls at once, the later changes nothing.
  await db().apiKey.updateMany({ where: { id: found.id, hash: found.hash }, data: current });
  return { ...found, ...current };
}
