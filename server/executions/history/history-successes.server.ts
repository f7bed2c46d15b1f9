/**
 * Lower bound of a search for successes in a job's history: the start of the day that holds the last of so many, by the
 * daily statistics. There is no index on successes, because each fire would pay for it: without this bound, the few
 * successes of a failing job would take a read of every row.
 *
 * @param before end of the searched rows; rows: number of rows; both are parameters of the statement, $1 is the job
 * @returns an expression of SQL; a history without statistics is searched as a whole
 */
export const successesFrom = ({ before, rows }: { before: string; rows: string }) => `(
  select (coalesce(
      max(d."day") filter (where d."later" >= ${rows}),
      min(d."day") filter (where d."success" > 0),
      'infinity'
    )::timestamp at time zone 'UTC')
  from (
    select t."day", t."success",
      -- Of the last day it is not known how many stand before.
      sum(t."success") filter (where t."day" < (${before} at time zone 'UTC')::date)
        over (order by t."day" desc) as "later"
    from "DailyStat" t where t."jobId" = $1::int
  ) d
  having count(*) > 0)`;
