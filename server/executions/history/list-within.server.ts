import type { ApiStatus } from '#domain/outcome.ts';
import type { TimeSpan } from '#domain/schedule/week-hours.ts';
import { getPool } from '#server/database/db.server.ts';
import { executionColumns, type ExecutionRow } from '#server/executions/ledger/execution-columns.server.ts';
import { rowsWithin, spanValues } from './due-spans.server.ts';
import { conditions } from './history-conditions.server.ts';

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
export async function listWithin({
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

/** Number of there are. */
export async function countWithin({ jobId, status, spans }: Asked): Promise<number> {
  const { rows } = await getPool().query<{ total: number }>({
    name: `ledger-count-within-${status}`,
    text: `select count(*)::int as "total" from ${rowsWithin({ from: '$2', until: '$3' })} where true ${conditions[status]}`,
    values: [jobId, ...spanValues(spans)],
  });
  return rows[0]?.total ?? 0;
}
