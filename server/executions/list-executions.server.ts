import type { ApiStatus } from '#domain/execution.ts';
import { openPool } from '#server/db.server.ts';
import { executionColumns, type ExecutionRow } from './execution-columns.server.ts';
import { requireOwnedJob } from './require-owned-job.server.ts';

const farthestOffset = 1_000;

/** The rows of a status among those of a history, for statements that select from "Execution" e. */
export const conditions: Record<'all' | ApiStatus, string> = {
  all: '',
  success: `and e."outcome" = 'success'`,
  failed: `and e."outcome" in ('failed', 'superseded', 'unknown')`,
  running: `and e."outcome" is null`,
  not_run: `and e."outcome" in ('skipped', 'missed')`,
};

const matching = (status: 'all' | ApiStatus) => `
  from "Execution" e
  where e."jobId" = $1::int and e."trigger" <> 'test' ${conditions[status]}
    and ($2::timestamptz is null or e."dueAt" >= $2) and ($3::timestamptz is null or e."dueAt" < $3)`;

/** The statement of a page, exported for the test of its plan. */
export const pageText = (status: 'all' | ApiStatus) => `
  select ${executionColumns} ${matching(status)}
    and ($4::timestamptz is null or (e."dueAt", e."id") < ($4, $5::int8))
  order by e."dueAt" desc, e."id" desc limit $6 offset $7`;

/**
 * The history of a job, newest first.
 *
 * @param status as the filters name it: failed includes superseded and unknown, not_run skipped and missed
 * @param from and until: instants the execution was due, until excluded
 * @param page from 1; pages beyond row 1,000 are reached by `cursor` only (D31)
 * @param cursor `nextCursor` of the page before
 * @param isCounted false leaves the count out: `total` is 0
 * @returns `total` counts every row of the filter
 * @throws AppError not_found: the job is absent, deleted or another's
 */
export async function listExecutions({
  ownerId,
  jobId,
  status = 'all',
  from = null,
  until = null,
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
  page?: number;
  perPage?: number;
  cursor?: string | null;
  isCounted?: boolean;
}): Promise<{ rows: ExecutionRow[]; total: number; nextCursor: string | null }> {
  await requireOwnedJob({ ownerId, jobId });
  const place = readCursor(cursor);
  const offset = place ? 0 : Math.min((page - 1) * perPage, farthestOffset);
  const [list, count] = await Promise.all([
    openPool().query<ExecutionRow>({
      name: `ledger-page-${status}`,
      text: pageText(status),
      values: [jobId, from, until, place?.dueAt ?? null, place?.id ?? null, perPage, offset],
    }),
    isCounted ? countRows({ status, values: [jobId, from, until] }) : 0,
  ]);
  const last = list.rows.length === perPage ? list.rows.at(-1) : undefined;
  return {
    rows: list.rows,
    total: count,
    nextCursor: last ? `${last.dueAt.getTime()}_${last.id}` : null,
  };
}

async function countRows({
  status,
  values,
}: {
  status: 'all' | ApiStatus;
  values: unknown[];
}): Promise<number> {
  const { rows } = await openPool().query<{ total: number }>({
    name: `ledger-count-${status}`,
    text: `select count(*)::int as "total" ${matching(status)}`,
    values,
  });
  return rows[0]?.total ?? 0;
}

function readCursor(cursor: string | null): { dueAt: Date; id: number } | null {
  const [, dueAt, id] = /^(\d{1,15})_(\d{1,15})$/.exec(cursor ?? '') ?? [];
  return dueAt && id ? { dueAt: new Date(Number(dueAt)), id: Number(id) } : null;
}
