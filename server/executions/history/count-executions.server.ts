import type { ApiStatus } from '#domain/outcome.ts';
import { getPool } from '#server/database/db.server.ts';
import { tierDays } from '#server/database/tier-days.ts';
import { conditions } from '#server/executions/ledger/execution-columns.server.ts';
import { type DayTotals, type HistoryPart, splitHistory, totalOf } from './history-days.ts';
import { countCrossing } from './start-window.server.ts';

/** A history up to this length is counted row by row. */
const countedRows = 1_000;
/** Limit for a partially counted day: above the fires of any schedule. */
const countedOfDay = 2_000;
/** A prune may be late by as much. */
const pruneLateDays = 2;

type Status = 'all' | ApiStatus;

/**
 * Number of rows of a job's history that match a filter (D36). A long history is summed up from its daily statistics,
 * without failures retained beyond the plan's days; of a day with more than 2,000 executions that a range cuts, the
 * share of its time is taken. A row for several missed fires counts as one.
 *
 * @param from and until: start of the execution, or its due time if it did not run; until excluded
 */
export async function countExecutions(asked: {
  jobId: number;
  status: Status;
  from: Date | null;
  until: Date | null;
}): Promise<number> {
  const { jobId, status, from, until } = asked;
  // Counted by the due time, as statistics and indexes have it; then what started on another side of a bound.
  const [due, entered, left] = await Promise.all([
    countDue(asked),
    countCrossing({ jobId, status, at: from }),
    countCrossing({ jobId, status, at: until }),
  ]);
  return Math.max(0, due + entered - left);
}

async function countDue({
  jobId,
  status,
  from,
  until,
}: {
  jobId: number;
  status: Status;
  from: Date | null;
  until: Date | null;
}): Promise<number> {
  const asked = { from: from?.getTime() ?? -Infinity, until: until?.getTime() ?? Infinity };
  const exact = (part: HistoryPart) => countRows({ jobId, status, part });
  // Queued and running executions are few, and have an index of their own.
  if (status === 'running') return exact(asked);
  const stretch = await readDays({ jobId, from: asked.from });
  const days = stretch.days.filter(({ at }) => at < asked.until);
  if (days.reduce((sum, day) => sum + totalOf({ day, status: 'all' }), 0) <= countedRows) return exact(asked);
  const { rows, parts, whole } = splitHistory({
    ...{ from: Math.max(stretch.from, asked.from), until: asked.until },
    ...{ status, days, mostRows: countedOfDay },
  });
  const [correction, ...counts] = await Promise.all([
    whole.from < whole.until ? correctionOf({ jobId, status, part: whole }) : 0,
    ...parts.map(exact),
  ]);
  return counts.reduce((sum, count) => sum + count, Math.max(0, rows + correction));
}

// Successes are the total minus the others: those are in small indexes, and the total comes from an index-only scan.
const countOf = (status: Status) => `(
  select count(*) from "Execution" e
  where e."jobId" = $1::int and e."trigger" <> 'test' ${conditions[status]}
    and e."dueAt" >= $2::timestamptz and e."dueAt" < $3::timestamptz)`;
export const countStatement = (status: Status) =>
  status === 'success'
    ? `select (${(['all', 'failed', 'not_run', 'running'] as const).map(countOf).join(' - ')})::int as "total"`
    : `select ${countOf(status)}::int as "total"`;

interface Asked {
  jobId: number;
  status: Status;
  part: HistoryPart;
}

const countRows = (asked: Asked) =>
  readTotal({ ...asked, name: `ledger-count-${asked.status}`, text: countStatement(asked.status) });

/**
 * Difference between daily statistics and rows: there, a row for several missed fires counts each instant, and open
 * executions do not count.
 */
const correctionText = (status: Status) => `
  select (coalesce((
      select sum(1 - e."missedCount") from "Execution" e
      where e."jobId" = $1::int and e."missedUntil" is not null ${conditions[status]}
        and e."dueAt" >= $2::timestamptz and e."dueAt" < $3::timestamptz), 0)
    ${status === 'all' ? `+ ${countOf('running')}` : ''})::int as "total"`;

const correctionOf = (asked: Asked) =>
  readTotal({
    ...asked,
    name: `ledger-count-corrected-${asked.status}`,
    text: correctionText(asked.status),
  });

async function readTotal({
  name,
  text,
  jobId,
  part,
}: Asked & { name: string; text: string }): Promise<number> {
  const values = [jobId, ...boundsOf(part)];
  const { rows } = await getPool().query<{ total: number }>({ name, text, values });
  return rows[0]?.total ?? 0;
}

const kept = tierDays({ from: 3 });

const firstText = `
  select e."dueAt" as "from"
  from "Job" j
  join "User" u on u."id" = j."ownerId"
  join ${kept.unnest} as t(${kept.names}) on t."tier" = u."tier"::text
  cross join lateral (
    select x."dueAt" from "Execution" x
    where x."jobId" = j."id" and x."trigger" <> 'test'
      and x."dueAt" >= greatest($2::timestamptz, now() - make_interval(days => t."days" + ${pruneLateDays}))
    order by x."dueAt", x."id" limit 1
  ) e
  where j."id" = $1::int`;

const daysText = `
  select d."day"::text as "day", d."success", d."failed" + d."superseded" + d."unknown" as "failed",
    d."skipped" + d."missed" as "notRun"
  from "DailyStat" d where d."jobId" = $1::int and d."day" >= $2::date`;

/** The days from the first row on that retention has left; a day is whole in it unless the first row is within. */
async function readDays({
  jobId,
  from,
}: {
  jobId: number;
  from: number;
}): Promise<{ from: number; days: DayTotals[] }> {
  const { rows } = await getPool().query<{ from: Date }>({
    name: 'ledger-first-kept',
    text: firstText,
    values: [jobId, instant(from), ...kept.values],
  });
  const first = rows[0]?.from;
  if (!first) return { from, days: [] };
  const days = await getPool().query<Omit<DayTotals, 'at'> & { day: string }>({
    name: 'ledger-days',
    text: daysText,
    values: [jobId, first.toISOString().slice(0, 10)],
  });
  return {
    from: first.getTime(),
    days: days.rows.map(({ day, ...totals }) => ({ at: Date.parse(day), ...totals })),
  };
}

const boundsOf = ({ from, until }: HistoryPart) => [instant(from), instant(until)];

function instant(at: number): Date | string {
  if (at === Infinity) return 'infinity';
  return at === -Infinity ? '-infinity' : new Date(at);
}
