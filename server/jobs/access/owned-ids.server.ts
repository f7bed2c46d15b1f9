import { db } from '#server/database/db.server.ts';

/** Filters ids by owner; the others leave no trace. */
export async function ownedIds({
  ownerId,
  jobIds,
}: {
  ownerId: number;
  jobIds: number[];
}): Promise<Set<number>> {
  const where = { id: { in: jobIds }, ownerId, deletedAt: null };
  const rows = await db().job.findMany({ where, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}
