import type { ApiStatus } from '#domain/outcome.ts';
import type { TimeSpan } from '#domain/schedule/week-hours.ts';
import { getPool } from '#server/database/db.server.ts';
import {
  conditions,
  executionColumns,
  type ExecutionRow,
} from '#server/executions/ledger/execution-columns.server.ts';
import { requireOwnedJob } from '#server/executions/ledger/require-owned-job.server.ts';
import { countExecutions } from './count-executions.server.ts';
import { rowsWithin, spanValues } from './due-spans.server.ts';
import { countCrossing, dueSince, startOf, successesFrom } from './start-window.server.ts';

const farthestOffset = 1_000;

/**
 * The statement of a page, exported for the test of its plan. Its bounds are always there: the server plans a
 * statement once for all values, and takes no index for a bound that may be missing.
 */
export const pageText = (status: 'all' | ApiStatus) => `
  select ${executionColumns} from "Execution" e
  where e."jobId" = $1::int and e."trigger" <> 'test' ${conditions[status]}
    and e."dueAt" >= ${beginOf(status)} and (e."dueAt", e."id") < ($3::timestamptz, $4::int8)
    and ${startOf} >= $7::timestamptz and ${startOf} < $8::timestamptz
  order by e."dueAt" desc, e."id" desc limit $5::int8 offset $6::int8`;

const beginOf = (status: 'all' | ApiStatus) =>
  status === 'success'
    ? `greatest($2::timestamptz, ${successesFrom({ before: '$3::timestamptz', rows: '$5::int8 + $6::int8 + $9::int8' })})`
    : '$2::timestamptz';

/**
 * The history of a job, newest first.
 *
 * @param status as the filters name it: failed includes superseded and unknown, not_run skipped and missed
 * @param from and until: start of the execution, or its due time if it did not run; until excluded
 * @param spans only executions due within these time ranges, 100 at most; from and until are ignored then
 * @param page from 1; pages beyond row 1,000 are reached by `cursor` only (D31)
 * @param cursor `nextCursor` of the page before, or `cursorOf` its last row
 * @param isCounted false omits the count: `total` is 0
 * @returns `total` counts the rows of the filter (countExecutions)
 * @throws AppError not_found: the job is absent, deleted or another's
 */
export async function listExecutions({
  ownerId,
  jobId,
  status = 'all',
  from = null,
  until = null,
  spans = null,
  page = 1,
  perPage = 10,
  cursor = null,
  isCounted = true,
}: {
  ownerId: number;
  jobId: number;
  status?: 'all' | ApiStatus;
  from?: Date | null;
  until?: Date | null;
  spans?: readonly TimeSpan[] | null;
  page?: number;
  perPage?: number;
  cursor?: string | null;
  isCounted?: boolean;
}): Promise<{ rows: ExecutionRow[]; total: number; nextCursor: string | null }> {
  await requireOwnedJob({ ownerId, jobId });
  const place = readCursor(cursor);
  const offset = place ? 0 : Math.min((page - 1) * perPage, farthestOffset);
  if (spans !== null) {
    const before = boundOf({ place, until: null });
    const [rows, total] = await Promise.all([
      listWithin({ jobId, status, spans, before, perPage, offset }),
      isCounted ? countWithin({ jobId, status, spans }) : 0,
    ]);
    return { rows, total, nextCursor: nextCursorOf({ rows, perPage }) };
  }
  const [since, crossing] = await Promise.all([
    dueSince({ jobId, from }),
    // Successes that started too late for the range: the lower bound must allow for them.
    status === 'success' ? countCrossing({ jobId, status, at: until }).then((rows) => [rows]) : [],
  ]);
  const window = [from ?? '-infinity', until ?? 'infinity', ...crossing];
  const [list, total] = await Promise.all([
    getPool().query<ExecutionRow>({
      name: `ledger-page-${status}`,
      text: pageText(status),
      values: [jobId, since, ...boundOf({ place, until }), perPage, offset, ...window],
    }),
    isCounted ? countExecutions({ jobId, status, from, until }) : 0,
  ]);
  return { rows: list.rows, total, nextCursor: nextCursorOf({ rows: list.rows, perPage }) };
}

function nextCursorOf({ rows, perPage }: { rows: ExecutionRow[]; perPage: number }): string | null {
  const last = rows.length === perPage ? rows.at(-1) : undefined;
  return last ? cursorOf(last) : null;
}

/** Cursor of a row: the next rows of the history start there. */
export function cursorOf({ dueAt, id }: Place): string {
  return `${dueAt.getTime()}_${id}`;
}

interface Place {
  dueAt: Date;
  id: number;
}

/** Upper end of a page: the last row of the page before, or the end of the range. */
function boundOf({ place, until }: { place: Place | null; until: Date | null }): [Date | string, number] {
  if (place && (until === null || place.dueAt < until)) return [place.dueAt, place.id];
  return [until ?? 'infinity', 0];
}

function readCursor(cursor: string | null): Place | null {
  const [, dueAt, id] = /^(\d{1,15})_(\d{1,15})$/.exec(cursor ?? '') ?? [];
  return dueAt && id ? { dueAt: new Date(Number(dueAt)), id: Number(id) } : null;
}

/** The statement of a page, exported for the test of its plan. */
export const pageWithinText = (status: 'all' | ApiStatus) => `
  select ${executionColumns} from ${rowsWithin({ from: '$2', until: '$3' })}
  where (e."dueAt", e."id") < ($4::timestamptz, $5::int8) ${conditions[status]}
  order by e."dueAt" desc, e."id" desc limit $6::int8 offset $7::int8`;

interface Asked {
  jobId: number;
  status: 'all' | ApiStatus;
  /** 100 at most, apart from each other. */
  spans: readonly TimeSpan[];
}

/**
 * Executions of a job due within time ranges, newest first. Reads all of them each time: for an hour of the week, these
 * are some hundreds.
 * @param before the row of (dueAt, id) that ends the page
 */
async function listWithin({
  jobId,
  status,
  spans,
  before: [dueAt, id],
  perPage,
  offset,
}: Asked & { before: [Date | string, number]; perPage: number; offset: number }): Promise<ExecutionRow[]> {
  const { rows } = await getPool().query<ExecutionRow>({
    name: `ledger-page-within-${status}`,
    text: pageWithinText(status),
    values: [jobId, ...spanValues(spans), dueAt, id, perPage, offset],
  });
  return rows;
}

/** Number of such executions. */
async function countWithin({ jobId, status, spans }: Asked): Promise<number> {
  const { rows } = await getPool().query<{ total: number }>({
    name: `ledger-count-within-${status}`,
    text: `select count(*)::int as "total" from ${rowsWithin({ from: '$2', until: '$3' })} where true ${conditions[status]}`,
    values: [jobId, ...spanValues(spans)],
  });
  return rows[0]?.total ?? 0;
}
