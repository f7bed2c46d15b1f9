/**
 * The instant at which the successes of a job's history need be looked for no further back: the begin of the day that
 * holds the last of so many, by the statistics of the days. No index holds successes, as each fire would pay for it:
 * without this the few of a job that nearly always fails are found by reading every row of it.
 *
 * @param before what the rows stand before, rows how many are asked for: parameters of the statement, $1 is the job
 * @returns an expression of SQL; a history without statistics is looked at as a whole
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
