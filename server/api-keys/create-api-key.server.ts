import type { Tx } from '#server/database/db.server.ts';
import type { ApiKey } from '#server/generated/client.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { hashKey } from './hash-key.server.ts';
import { keyPrefix, makeKey } from './key-format.server.ts';

export const sealedKeyField = 'ApiKey.value';

/** Stores a new key and returns it in the clear, once: the row holds its hash and a sealed copy for the reveal. */
export async function createApiKey({
  tx,
  userId,
  name,
  scope,
}: {
  tx: Tx;
  userId: number;
  name: string;
  scope: ApiKey['scope'];
}): Promise<{ plain: string; apiKey: ApiKey }> {
  const plain = makeKey();
  const [hashed] = hashKey(plain);
  if (!hashed) throw new Error('KEY_PEPPERS is not set: API keys cannot be created without a pepper.');
  const apiKey = await tx.apiKey.create({
    data: {
      userId,
      name,
      scope,
      ...hashed,
      prefix: keyPrefix,
      last4: plain.slice(-4),
      value: seal({ text: plain, userId, field: sealedKeyField }),
    },
  });
  return { plain, apiKey };
}
