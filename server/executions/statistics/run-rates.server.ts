import { dayMs } from '#domain/time/units.ts';
import { getPool } from '#server/database/db.server.ts';
import { failedOutcomes, ranOutcomes } from '#server/database/sql-lists.ts';

/** Rows of a job retained beyond the days of the plan (D32). */
const keptRows = 20;
/** A partial day with more executions than this counts by its share of time. */
const countedRows = 20_000;

/** Executions of all jobs of an account; skipped and missed fires do not count (D33). */
export interface RunRates {
  /** Executions due in the last 24 hours that have ended. */
  recent: number;
  /** Succeeded and failed ones among the retained executions. */
  succeeded: number;
  failed: number;
}

/**
 * Success rates of an account, recent and over the retained history. Summed up from daily statistics: the first day of
 * the plan's retention counts in full. Jobs that hardly ran in that time count with their last 20 executions and the
 * last retained failure.
 *
 * @param retentionDays of the account's plan
 * @param now UTC milliseconds
 */
export async function runRates({
  ownerId,
  retentionDays,
  now,
}: {
  ownerId: number;
  retentionDays: number;
  now: number;
}): Promise<RunRates> {
  const today = Math.floor(now / dayMs) * dayMs;
  const first = Math.floor((now - retentionDays * dayMs) / dayMs) * dayMs;
  const { rows } = await getPool().query<Sums>({
    name: 'ledger-run-rates',
    text: sumsText,
    values: [ownerId, dayOf(first), dayOf(today), keptRows],
  });
  const [sums] = rows;
  if (!sums) return { recent: 0, succeeded: 0, failed: 0 };
  const { succeeded, failed, today: ranToday, yesterday } = sums;
  const share = (today + dayMs - now) / dayMs;
  const before =
    yesterday > countedRows
      ? Math.round(yesterday * share)
      : await countBetween({ ownerId, from: now - dayMs, until: today });
  return { recent: ranToday + before, succeeded, failed };
}

interface Sums {
  succeeded: number;
  failed: number;
  today: number;
  yesterday: number;
}

// Rows older than the days are looked for only where a job has fewer than are kept of it anyway.
const sumsText = `
  with days as (
    select j."id",
      coalesce(sum(d."success"), 0) as "succeeded",
      coalesce(sum(d."failed" + d."superseded" + d."unknown"), 0) as "failed",
      coalesce(sum(d."success" + d."failed" + d."superseded" + d."unknown")
        filter (where d."day" = $3::date), 0) as "today",
      coalesce(sum(d."success" + d."failed" + d."superseded" + d."unknown")
        filter (where d."day" = $3::date - 1), 0) as "yesterday"
    from "Job" j
    left join "DailyStat" d on d."jobId" = j."id" and d."day" >= $2::date
    where j."ownerId" = $1::int and j."deletedAt" is null
    group by j."id"
  ), sparse as (
    select "id" from days where "succeeded" + "failed" < $4::int
  ), newest as (
    select x.* from sparse s
    cross join lateral (
      select e."id", e."dueAt", e."outcome" from "Execution" e
      where e."jobId" = s."id" and e."trigger" <> 'test'
      order by e."dueAt" desc, e."id" desc limit $4::int
    ) x
  ), kept as (
    select "id", "outcome" from newest where "dueAt" < $2::date::timestamp at time zone 'UTC'
    union
    select x."id", x."outcome" from days
    cross join lateral (
      select e."id", e."dueAt", e."outcome" from "Execution" e
      where e."jobId" = days."id" and e."outcome" in ${failedOutcomes} and e."trigger" <> 'test'
      order by e."dueAt" desc, e."id" desc limit 1
    ) x
    where days."failed" = 0 and x."dueAt" < $2::date::timestamp at time zone 'UTC'
  )
  select
    (coalesce(sum("succeeded"), 0) + (select count(*) from kept where "outcome" = 'success'))::float8 as "succeeded",
    (coalesce(sum("failed"), 0)
      + (select count(*) from kept where "outcome" in ${failedOutcomes}))::float8 as "failed",
    coalesce(sum("today"), 0)::float8 as "today",
    coalesce(sum("yesterday"), 0)::float8 as "yesterday"
  from days`;

const betweenText = `
  select count(*)::int as "total" from "Job" j
  join "Execution" e on e."jobId" = j."id" and e."trigger" <> 'test'
    and e."dueAt" >= $2::timestamptz and e."dueAt" < $3::timestamptz
    and e."outcome" in ${ranOutcomes}
  where j."ownerId" = $1::int and j."deletedAt" is null`;

async function countBetween({
  ownerId,
  from,
  until,
}: {
  ownerId: number;
  from: number;
  until: number;
}): Promise<number> {
  const { rows } = await getPool().query<{ total: number }>({
    name: 'ledger-ran-between',
    text: betweenText,
    values: [ownerId, new Date(from), new Date(until)],
  });
  return rows[0]?.total ?? 0;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
