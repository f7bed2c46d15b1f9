import { now as clock } from '#server/clock.server.ts';
import { openPool } from '#server/db.server.ts';

/** Days of the trend, today included. */
const trendDays = 30;

/** What the jobs of all accounts did on a UTC day. */
export interface TrendDay {
  /** Such as 2026-11-21. */
  day: string;
  /** Jobs that ran at least once. */
  jobs: number;
  /** Runs that ended with an outcome of their own: skipped and missed ones do not count. */
  runs: number;
  /** Of these, failed ones with superseded and unknown. */
  failures: number;
}

/**
 * Jobs, runs and failures of each of the last 30 days (UTC), oldest first; a day without runs has zeros. Jobs that were
 * removed since do not count. Reads 30 rows of statistics a job: for one admin at a time.
 */
export async function dailyTrend(): Promise<TrendDay[]> {
  const { rows } = await openPool().query<TrendDay>(
    `select to_char(g."day", 'YYYY-MM-DD') as "day",
       count(d.*) filter (where d."success" + d."failed" + d."superseded" + d."unknown" > 0) as "jobs",
       coalesce(sum(d."success" + d."failed" + d."superseded" + d."unknown"), 0)::int8 as "runs",
       coalesce(sum(d."failed" + d."superseded" + d."unknown"), 0)::int8 as "failures"
     from generate_series($1::date - ${trendDays - 1}, $1::date, interval '1 day') g("day")
       left join "DailyStat" d on d."day" = g."day"::date
     group by g."day" order by g."day"`,
    [clock().toISOString().slice(0, 10)],
  );
  return rows;
}
