import { db } from '#server/database/db.server.ts';
import type { NamedSecret } from './types.ts';

/** The secrets of an account by name, with their dates; values stay sealed. */
export async function listSecrets({ ownerId }: { ownerId: number }): Promise<NamedSecret[]> {
  return db().secret.findMany({
    where: { userId: ownerId },
    select: { name: true, createdAt: true, updatedAt: true },
    orderBy: { name: 'asc' },
  });
}
