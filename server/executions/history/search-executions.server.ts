import { errorCodesWith } from '#domain/execution.ts';
import type { ApiStatus } from '#domain/outcome.ts';
import type { TimeSpan } from '#domain/schedule/week-hours.ts';
import { getPool } from '#server/database/db.server.ts';
import { escapeLike } from '#server/database/escape-like.server.ts';
import {
  conditions,
  executionColumns,
  type ExecutionRow,
} from '#server/executions/ledger/execution-columns.server.ts';
import { requireOwnedJob } from '#server/executions/ledger/require-owned-job.server.ts';
import { rowsWithin, spanValues } from './due-spans.server.ts';
import { dueSince, startOf, successesFrom } from './start-window.server.ts';

/** Number of the newest executions that a search reads; dates reach older ones. */
export const searchedRows = 1_000;
/** A search counts no further than this (D36). */
export const mostMatches = 1_000;

const newest = (status: 'all' | ApiStatus) => `
  select e."id", e."dueAt", e."statusCode", e."verdict", e."errorCode"
  from "Execution" e
  where e."jobId" = $1::int and e."trigger" <> 'test' ${conditions[status]} ${status === 'success' ? enough : ''}
    and e."dueAt" >= $4::timestamptz
    and ($2::timestamptz is null or ${startOf} >= $2)
    and ($3::timestamptz is null or e."dueAt" < $3 and ${startOf} < $3)
  order by e."dueAt" desc, e."id" desc limit ${searchedRows}`;

// Twice as many: those that started after the end of the range are none of them.
const enough = `and e."dueAt" >= coalesce(
  ${successesFrom({ before: `coalesce($3::timestamptz, 'infinity')`, rows: String(2 * searchedRows) })}, '-infinity')`;

const newestWithin = (status: 'all' | ApiStatus) => `
  select e."id", e."dueAt", e."statusCode", e."verdict", e."errorCode"
  from ${rowsWithin({ from: '$2', until: '$3' })} where e."dueAt" >= $4::timestamptz ${conditions[status]}
  order by e."dueAt" desc, e."id" desc limit ${searchedRows}`;

/**
 * The search statement, exported for the test of its plan. All response keys are in one array: the index is walked
 * once, and a page with many of them is read once.
 */
export const searchText = (status: 'all' | ApiStatus) => findIn(newest(status));

const findIn = (newestText: string) => `
  with newest as materialized (${newestText}), answered as materialized (
    select distinct b."executionId" from "AttemptBody" b
    where b."executionId" = any(array(select "id" from newest)) and not b."isBinary" and b."body" ilike $5
  )
  select e."id" from newest e left join answered a on a."executionId" = e."id"
  where e."id" = $6::int8 or e."statusCode" = $7::int or e."verdict" ilike $5 or e."errorCode" = any($8::text[])
    or a."executionId" is not null
  order by e."dueAt" desc, e."id" desc limit ${mostMatches}`;

/**
 * Searches a job's executions for a text, newest first: in the id, the status code, the verdict, the error and the
 * response. Covers the newest 1,000 of the filter.
 *
 * @param search not empty; case-insensitive
 * @param spans only executions due within these time ranges, 100 at most; from and until are ignored then
 * @param page from 1
 * @returns `total` of 1,001 means 1,000 or more; `isCut`: older ones were not searched
 * @throws AppError not_found: the job is absent, deleted or another's
 */
export async function searchExecutions({
  ownerId,
  jobId,
  search,
  status = 'all',
  from = null,
  until = null,
  spans = null,
  page = 1,
  perPage,
}: {
  ownerId: number;
  jobId: number;
  search: string;
  status?: 'all' | ApiStatus;
  from?: Date | null;
  until?: Date | null;
  spans?: readonly TimeSpan[] | null;
  page?: number;
  perPage: number;
}): Promise<{ rows: ExecutionRow[]; total: number; isCut: boolean }> {
  await requireOwnedJob({ ownerId, jobId });
  const looked = await newestOf({ jobId, status, from, until, spans });
  const number = /^[\d,]{1,15}$/.test(search) ? Number(search.replaceAll(',', '')) : null;
  const code = number !== null && number <= 999 ? number : null;
  const [found, count] = await Promise.all([
    getPool().query<{ id: string | number }>({
      text: findIn(looked.text),
      values: [...looked.values, `%${escapeLike(search)}%`, number, code, errorCodesWith(search)],
    }),
    getPool().query<{ searched: number }>({
      text: `select count(*)::int as "searched" from (${looked.text}) e`,
      values: looked.values,
    }),
  ]);
  const ids = found.rows.slice((page - 1) * perPage, page * perPage).map(({ id }) => id);
  const { rows } = await getPool().query<ExecutionRow>({
    name: 'ledger-rows-found',
    text: `select ${executionColumns} from "Execution" e where e."id" = any($1::int8[]) order by e."dueAt" desc, e."id" desc`,
    values: [ids],
  });
  const isCut = count.rows[0]?.searched === searchedRows;
  // All that were read match: older ones may as well.
  const isMore = isCut && found.rows.length === mostMatches;
  return { rows, total: found.rows.length + (isMore ? 1 : 0), isCut };
}

/** The statement for the executions to read. */
async function newestOf({
  jobId,
  status,
  from,
  until,
  spans,
}: {
  jobId: number;
  status: 'all' | ApiStatus;
  from: Date | null;
  until: Date | null;
  spans: readonly TimeSpan[] | null;
}): Promise<{ text: string; values: unknown[] }> {
  if (spans !== null)
    return { text: newestWithin(status), values: [jobId, ...spanValues(spans), '-infinity'] };
  return { text: newest(status), values: [jobId, from, until, await dueSince({ jobId, from })] };
}
