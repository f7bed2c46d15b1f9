import type { ApiStatus } from '#domain/outcome.ts';
import { hourMs } from '#domain/time/units.ts';
import { getPool } from '#server/database/db.server.ts';
import { conditions } from '#server/executions/ledger/execution-columns.server.ts';

/** When an execution started; of one that did not run, or has not started yet, when it was due. */
export const startOf = `coalesce(e."startedAt", e."dueAt")`;

/** An end after a crash counts without a lateness: no such start is later than this. */
const leastLateMs = hourMs;

const sinceText = `
  select least(
    $2::timestamptz - make_interval(secs => greatest(
      coalesce((select max(d."latenessMaxMs") from "DailyStat" d where d."jobId" = $1::int), 0), ${leastLateMs}) / 1000.0),
    (select min(e."dueAt") from "Execution" e where e."jobId" = $1::int and e."outcome" is null)
  ) as "since"`;

/**
 * Executions started at or after an instant were not due before this. The history is ordered by due time, and no start
 * precedes it: an index on the start would cost each fire.
 */
export async function dueSince({
  jobId,
  from,
}: {
  jobId: number;
  from: Date | null;
}): Promise<Date | '-infinity'> {
  if (from === null) return '-infinity';
  const { rows } = await getPool().query<{ since: Date }>({
    name: 'ledger-due-since',
    text: sinceText,
    values: [jobId, from],
  });
  return rows[0]?.since ?? '-infinity';
}

export const crossingText = (status: 'all' | ApiStatus) => `
  select count(*)::int as "rows" from "Execution" e
  where e."jobId" = $1::int and e."trigger" <> 'test' ${conditions[status]}
    and e."dueAt" >= $2::timestamptz and e."dueAt" < $3::timestamptz and e."startedAt" >= $3::timestamptz`;

/** Number of executions that were due before an instant and started at it or later; 0 without an instant. */
export async function countCrossing({
  jobId,
  status,
  at,
}: {
  jobId: number;
  status: 'all' | ApiStatus;
  at: Date | null;
}): Promise<number> {
  if (at === null) return 0;
  const { rows } = await getPool().query<{ rows: number }>({
    name: `ledger-crossing-${status}`,
    text: crossingText(status),
    values: [jobId, await dueSince({ jobId, from: at }), at],
  });
  return rows[0]?.rows ?? 0;
}

/**
 * Lower bound of a search for successes in a job's history: the start of the day of the last needed one, by the daily
 * statistics. An index on successes would cost each fire; without this bound, the few successes of a failing job would
 * take a read of every row.
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
      -- Of the last day, the number before the end is unknown.
      sum(t."success") filter (where t."day" < (${before} at time zone 'UTC')::date)
        over (order by t."day" desc) as "later"
    from "DailyStat" t where t."jobId" = $1::int
  ) d
  having count(*) > 0)`;
