import { defaultKeyName } from '#server/api-keys/default-key.ts';
import { db } from '#server/database/db.server.ts';
import type { ApiKey } from '#server/generated/client.ts';

/** A key as its owner sees it again: only its end. */
export type ListedKey = Pick<
  ApiKey,
  'id' | 'name' | 'scope' | 'prefix' | 'last4' | 'lastUsedAt' | 'createdAt'
>;

/** The living keys of an account, oldest first. */
export function listApiKeys({ userId }: { userId: number }): Promise<ListedKey[]> {
  return db().apiKey.findMany({
    where: { userId, revokedAt: null },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      name: true,
      scope: true,
      prefix: true,
      last4: true,
      lastUsedAt: true,
      createdAt: true,
    },
  });
}

/** The key an account's page shows; undefined where it has none yet. */
export async function findDefaultKey({ userId }: { userId: number }): Promise<ListedKey | undefined> {
  return (await listApiKeys({ userId })).findLast(({ name }) => name === defaultKeyName);
}
