import { db } from '#server/database/db.server.ts';
import type { JobRow } from '#server/jobs/types.ts';

const batchSize = 100;

/** All jobs of an owner in the order of their ids, read by the hundred: a payload can have 256 KiB. */
export async function* walkAllRows(ownerId: number): AsyncGenerator<JobRow> {
  for (let after = 0; ;) {
    const where = { ownerId, deletedAt: null, id: { gt: after } };
    const rows = await db().job.findMany({ where, orderBy: { id: 'asc' }, take: batchSize });
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < batchSize || !last) return;
    after = last.id;
  }
}

/**
 * Jobs of an owner by name, likewise. A query takes 32,767 parameters at most; an unlimited account can have more jobs.
 */
export async function* walkNamedRows({
  ownerId,
  ids,
}: {
  ownerId: number;
  ids: number[];
}): AsyncGenerator<JobRow> {
  const sorted = [...new Set(ids)].sort((one, other) => one - other);
  for (let at = 0; at < sorted.length; at += batchSize) {
    const where = { ownerId, deletedAt: null, id: { in: sorted.slice(at, at + batchSize) } };
    yield* await db().job.findMany({ where, orderBy: { id: 'asc' } });
  }
}
