import { apiStatus } from '#domain/outcome.ts';
import { getPool } from '#server/database/db.server.ts';
import { failedOutcomes } from '#server/database/sql-lists.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { ExecutionRow } from '#server/executions/ledger/execution-columns.server.ts';
import type { JobState } from '#server/jobs/types.ts';

/** Failures in a row up to an execution. */
export interface StreakAt {
  count: number;
  /** When the first of them ended, UTC milliseconds; null where it is not known. */
  since: number | null;
  /** There were more rows than were read: the count is the least. */
  isAtLeast: boolean;
}

/** Number of rows read to find the start of a past streak. */
const walkedRows = 1_000;

// Both are read by the indexes of the history and of its failures.
const laterStatement: Statement = {
  name: 'ledger-later-failures',
  text: `
    select count(*)::int as "count" from "Execution" e
    where e."jobId" = $1::int and e."trigger" <> 'test' and e."outcome" in ${failedOutcomes}
      and (e."dueAt", e."id") > ($2::timestamptz, $3::int8)`,
};

const walkStatement: Statement = {
  name: 'ledger-streak-before',
  text: `
    select e."outcome", e."endedAt" from "Execution" e
    where e."jobId" = $1::int and e."trigger" <> 'test' and (e."dueAt", e."id") <= ($2::timestamptz, $3::int8)
    order by e."dueAt" desc, e."id" desc limit ${walkedRows}`,
};

type Asked = Pick<ExecutionRow, 'id' | 'jobId' | 'dueAt' | 'outcome' | 'endedAt'>;

/**
 * Failures in a row up to and including an ended execution; for an unfinished one, those before it.
 * @param state of its job; null: none is stored
 * @returns null for none, as after a success
 */
export async function streakAt({
  execution,
  state,
}: {
  execution: Asked;
  state: Pick<JobState, 'failureStreak' | 'streakStartedAt' | 'lastSuccessAt'> | null;
}): Promise<StreakAt | null> {
  const { endedAt, outcome } = execution;
  const current =
    state === null || state.failureStreak === 0
      ? null
      : { count: state.failureStreak, since: state.streakStartedAt?.getTime() ?? null, isAtLeast: false };
  if (endedAt === null) return current;
  if (apiStatus(outcome) !== 'failed') return null;
  const isOver =
    (state?.lastSuccessAt ?? endedAt) > endedAt || (current?.since ?? Infinity) > endedAt.getTime();
  if (current === null || isOver) return walkBack(execution);
  return { ...current, count: Math.max(1, current.count - (await failuresAfter(execution))) };
}

async function failuresAfter({ jobId, dueAt, id }: Asked): Promise<number> {
  const [later] = await query<{ count: number }>({
    client: getPool(),
    statement: laterStatement,
    values: [jobId, dueAt, id],
  });
  return later?.count ?? 0;
}

async function walkBack({ jobId, dueAt, id }: Asked): Promise<StreakAt> {
  const rows = await query<Pick<ExecutionRow, 'outcome' | 'endedAt'>>({
    client: getPool(),
    statement: walkStatement,
    values: [jobId, dueAt, id],
  });
  const success = rows.findIndex(({ outcome }) => outcome === 'success');
  const before = success === -1 ? rows : rows.slice(0, success);
  const failures = before.filter(({ outcome }) => apiStatus(outcome) === 'failed');
  const isAtLeast = success === -1 && rows.length === walkedRows;
  return {
    count: failures.length,
    since: isAtLeast ? null : (failures.at(-1)?.endedAt?.getTime() ?? null),
    isAtLeast,
  };
}
