import { getPool } from '#server/database/db.server.ts';

/** An older request has no waiting page any more. */
const longestWaitMinutes = 10;

/** Test runs no worker has claimed: their workflow may not have been started. */
export async function newTests({ limit }: { limit: number }): Promise<string[]> {
  const { rows } = await getPool().query<{ id: string }>(
    `select "id" from "TestRun"
     where "claimedAt" is null and "endedAt" is null and "createdAt" > now() - make_interval(mins => $2)
     order by "createdAt" limit $1`,
    [limit, longestWaitMinutes],
  );
  return rows.map(({ id }) => id);
}
