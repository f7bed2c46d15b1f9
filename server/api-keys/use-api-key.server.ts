import { minuteMs } from '#domain/time/units.ts';
import type { Account } from '#server/accounts/types.ts';
import { findApiKey } from '#server/api-keys/find-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import type { ApiKey } from '#server/generated/client.ts';

const usedStepMs = minuteMs;

/**
 * Owner of a valid key, possibly suspended, and the key's scope; null for any other text. The last use is written at
 * most once a minute.
 */
export async function useApiKey({
  plain,
  at = new Date(),
}: {
  plain: string;
  at?: Date;
}): Promise<{ user: Account; keyId: number; scope: ApiKey['scope'] } | null> {
  const found = await findApiKey(plain);
  if (!found) return null;
  const { id, user, scope, lastUsedAt } = found;
  if (!lastUsedAt || at.getTime() - lastUsedAt.getTime() > usedStepMs) {
    await db().apiKey.updateMany({ where: { id, lastUsedAt }, data: { lastUsedAt: at } });
  }
  return { user, keyId: id, scope };
}
