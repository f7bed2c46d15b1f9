import { getPool } from '#server/database/db.server.ts';
import { failedOutcomes } from '#server/database/sql-lists.ts';
import { tierDays } from '#server/database/tier-days.ts';

export const keptRows = 20;

/**
 * Removes executions of these jobs beyond the retention of their owner's tier, with attempts, bodies and sent
 * notifications. A job's last 20 rows, its last failure, open executions and those with pending notifications stay
 * (D32); the daily counts are not touched.
 *
 * @param limit rows of one call
 * @returns number of removed rows
 */
export async function pruneExecutions({
  jobIds,
  limit,
}: {
  jobIds: number[];
  limit: number;
}): Promise<number> {
  const { rowCount } = await getPool().query({
    name: 'ledger-prune-executions',
    text: pruneText,
    values: [jobIds, ...kept.values, keptRows - 1, limit],
  });
  return rowCount ?? 0;
}

const kept = tierDays({ from: 2 });

// A row for several missed fires is as old as its last instant. The order is that of the index on a job's history; each
// job costs its 20 newest entries and the expired ones, but none between.
const pruneText = `
  with asked as (
    select j."id", clock_timestamp() - make_interval(days => t."days") as "cutoff"
    from "Job" j
    join "User" u on u."id" = j."ownerId"
    join ${kept.unnest} as t(${kept.names}) on t."tier" = u."tier"::text
    where j."id" = any($1::int[])
  ), old as (
    select e."id" from asked a
    cross join lateral (
      select k."dueAt", k."id" from "Execution" k
      where k."jobId" = a."id" and k."trigger" <> 'test'
      order by k."dueAt" desc, k."id" desc offset $4 limit 1
    ) kept
    cross join lateral (
      select x."id" from "Execution" x
      where x."jobId" = a."id" and x."trigger" <> 'test' and x."dueAt" < a."cutoff"
        and (x."dueAt", x."id") < (kept."dueAt", kept."id")
        and x."endedAt" is not null and coalesce(x."missedUntil", x."dueAt") < a."cutoff"
        and x."id" is distinct from (
          select f."id" from "Execution" f
          where f."jobId" = a."id" and f."outcome" in ${failedOutcomes} and f."trigger" <> 'test'
          order by f."dueAt" desc, f."id" desc limit 1
        )
        and not exists (
          select from "Notification" n where n."executionId" = x."id" and n."state" = 'pending'
        )
      order by x."dueAt", x."id" limit $5
    ) e
    limit $5
  )
  delete from "Execution" where "id" in (select "id" from old)`;
