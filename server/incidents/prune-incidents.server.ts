import { getPool } from '#server/database/db.server.ts';
import { tierDays } from '#server/database/tier-days.ts';

const kept = tierDays({ from: 2 });

const pruneText = `
  delete from "Incident" where "id" in (
    select i."id" from "Incident" i
    join "User" u on u."id" = i."ownerId"
    join ${kept.unnest} as t(${kept.names}) on t."tier" = u."tier"::text
    where i."jobId" = any($1::int[]) and i."closedAt" < clock_timestamp() - make_interval(days => t."days")
    limit $4
  )`;

/**
 * Removes closed incidents of these jobs beyond the retention of their owner's tier, as its executions are.
 * @param limit rows of one call
 * @returns number of removed rows
 */
export async function pruneIncidents({
  jobIds,
  limit,
}: {
  jobIds: number[];
  limit: number;
}): Promise<number> {
  const { rowCount } = await getPool().query({
    name: 'incidents-prune',
    text: pruneText,
    values: [jobIds, ...kept.values, limit],
  });
  return rowCount ?? 0;
}
