import { getPool } from '#server/database/db.server.ts';

/** Number of workers hold a lease: they share the limits that count for the whole installation. */
export async function countLiveWorkers(): Promise<number> {
  const { rows } = await getPool().query<{ count: number }>(
    `select count(*)::int as "count" from "Worker" where "leaseUntil" > clock_timestamp() and "settledAt" is null`,
  );
  return rows[0]?.count ?? 0;
}
