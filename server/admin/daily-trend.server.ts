import { now as clock } from '#server/clock.server.ts';
import { getPool } from '#server/database/db.server.ts';

/** Days of the trend, today included. */
const trendDays = 30;

/** Runs of all accounts on one UTC day. */
export interface TrendDay {
  /** Such as 2026-11-21. */
  day: string;
  /** Jobs that ran at least once. */
  jobs: number;
  /** Completed runs: skipped and missed ones do not count. */
  runs: number;
  /** Failed runs among them, with superseded and unknown ones. */
  failures: number;
}

/**
 * Jobs, runs and failures of each of the last 30 days (UTC), oldest first; a day without runs has zeros. Jobs that were
 * removed since do not count. Reads at most 30 rows of statistics per job, by their key.
 */
export async function dailyTrend(): Promise<TrendDay[]> {
  const { rows } = await getPool().query<TrendDay>(
    `with counted as (
       select d."day", d."success" + d."failed" + d."superseded" + d."unknown" as "runs",
         d."failed" + d."superseded" + d."unknown" as "failures"
       from "Job" j cross join lateral (
         select * from "DailyStat" s where s."jobId" = j."id" and s."day" > $1::date - ${trendDays}) d)
     select to_char(g."day", 'YYYY-MM-DD') as "day", count(*) filter (where c."runs" > 0) as "jobs",
       coalesce(sum(c."runs"), 0)::int8 as "runs", coalesce(sum(c."failures"), 0)::int8 as "failures"
     from generate_series($1::date - ${trendDays - 1}, $1::date, interval '1 day') g("day")
       left join counted c on c."day" = g."day"::date
     group by g."day" order by g."day"`,
    [clock().toISOString().slice(0, 10)],
  );
  return rows;
}
