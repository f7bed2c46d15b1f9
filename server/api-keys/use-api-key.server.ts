import { minuteMs } from '#domain/time/units.ts';
import { accountColumns } from '#server/accounts/account-columns.server.ts';
import type { Account } from '#server/accounts/types.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { ApiKey } from '#server/generated/client.ts';
import { hashKey } from './hash-key.server.ts';
import { isKeyForm } from './key-format.server.ts';

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

type FoundKey = Pick<ApiKey, 'id' | 'hash' | 'pepperId' | 'scope' | 'lastUsedAt'> & { user: Account };

/**
 * The valid key of a caller, with its owner; null if there is none. A key hashed with an older pepper is hashed again
 * with the newest, so the older one can be retired.
 */
export async function findApiKey(plain: string): Promise<FoundKey | null> {
  if (!isKeyForm(plain)) return null;
  const hashes = hashKey(plain);
  const found = await readKey(hashes.map(({ hash }) => hash));
  const [current] = hashes;
  if (!found || !current || found.hash === current.hash) return found;
  // By the old hash: of two concurrent calls, the later changes nothing.
  await db().apiKey.updateMany({ where: { id: found.id, hash: found.hash }, data: current });
  return { ...found, ...current };
}

const keyStatement: Statement = {
  name: 'api-key',
  text: `
    select k."id" as "keyId", k."hash", k."pepperId", k."scope", k."lastUsedAt", ${accountColumns}
    from "ApiKey" k join "User" u on u."id" = k."userId"
    where k."hash" = any($1::text[]) and k."revokedAt" is null`,
};

async function readKey(hashes: string[]): Promise<FoundKey | null> {
  const [row] = await query<Account & Omit<FoundKey, 'id' | 'user'> & { keyId: number }>({
    client: getPool(),
    statement: keyStatement,
    values: [hashes],
  });
  if (!row) return null;
  const { keyId, hash, pepperId, scope, lastUsedAt, ...user } = row;
  return { id: keyId, hash, pepperId, scope, lastUsedAt, user };
}
