import type { Outcome } from '#domain/outcome.ts';
import { type ExecutionTrigger, isFireTrigger } from '#domain/trigger.ts';
import { columns, int, int8 } from '#server/database/columns.ts';
import { scheduledTriggers } from '#server/database/sql-lists.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { Recorded } from './types.ts';

/** A row of the ledger as claims read it. */
export interface LedgerRow {
  id: number;
  jobId: number;
  trigger: ExecutionTrigger;
  scheduledFor: Date | null;
  dueAt: Date;
  requestId: string | null;
  jobVersion: number;
  outcome: Outcome | null;
  workerId: string | null;
  claimedAt: Date | null;
  attemptCount: number;
  retryAt: Date | null;
  deadlineAt: Date | null;
  workflowId: string | null;
  runId: string | null;
  activityId: string | null;
}

const rowColumns = `e."id", e."jobId", e."trigger", e."scheduledFor", e."dueAt", e."requestId", e."jobVersion", e."outcome",
  e."workerId", e."claimedAt", e."attemptCount", e."retryAt", e."deadlineAt",
  e."workflowId", e."runId", e."activityId"`;

export const unfinishedRowsStatement: Statement = {
  name: 'ledger-open-rows',
  text: `
    select ${rowColumns} from "Execution" e
    where e."jobId" = any($1::int[]) and e."outcome" is null`,
};

/** Fires by their scheduled time, as the array parameters of a statement. */
export const fireKeys = columns<{ jobId: number; scheduledFor: number }>({
  jobId: int(({ jobId }) => jobId),
  at: int8(({ scheduledFor }) => scheduledFor),
});

export const rowsAtStatement: Statement = {
  name: 'ledger-rows-at',
  text: `
    select ${rowColumns}
    from ${fireKeys.unnest} as f(${fireKeys.names})
    cross join lateral (
      select * from "Execution" x
      where x."jobId" = f."jobId" and x."scheduledFor" = to_timestamp(f."at" / 1000.0)
        and x."trigger" in ${scheduledTriggers}
    ) e`,
};

export const rowStatement: Statement = {
  name: 'ledger-row',
  text: `select ${rowColumns} from "Execution" e where e."id" = $1::int8`,
};

export const workerRowsStatement: Statement = {
  name: 'ledger-worker-rows',
  text: `select ${rowColumns} from "Execution" e where e."workerId" = any($1::uuid[]) and e."outcome" is null`,
};

/** Not ended and last claimed by one of these workers. */
export async function readWorkerRows({
  client,
  workerIds,
}: {
  client: Client;
  workerIds: string[];
}): Promise<LedgerRow[]> {
  return query<LedgerRow>({ client, statement: workerRowsStatement, values: [workerIds] });
}

/** Open rows of these jobs: calls in flight, executions between attempts, and queued ones. */
export async function readUnfinishedRows({
  client,
  jobIds,
}: {
  client: Pick<Client, 'query'>;
  jobIds: number[];
}): Promise<LedgerRow[]> {
  return query<LedgerRow>({ client, statement: unfinishedRowsStatement, values: [[...new Set(jobIds)]] });
}

/** The rows that these instants of the schedule have already. */
export async function readRowsAt({
  client,
  fires,
}: {
  client: Client;
  fires: { jobId: number; scheduledFor: number }[];
}): Promise<LedgerRow[]> {
  return query<LedgerRow>({ client, statement: rowsAtStatement, values: fireKeys.values(fires) });
}

export async function readRow({
  client,
  id,
}: {
  client: Pick<Client, 'query'>;
  id: number;
}): Promise<LedgerRow | null> {
  const rows = await query<LedgerRow>({ client, statement: rowStatement, values: [id] });
  return rows[0] ?? null;
}

/** A call of this row is in flight, according to the ledger. */
export function isRunning(row: LedgerRow): boolean {
  return row.outcome === null && row.claimedAt !== null && row.retryAt === null;
}

/** Requested or due, and not claimed so far. */
export function isQueued(row: LedgerRow): boolean {
  return row.outcome === null && row.claimedAt === null;
}

/**
 * It has the one slot of its job's queue. A replay has none: it waits until no call is in flight, and nothing waits for
 * it.
 */
export function isInQueue(row: LedgerRow): boolean {
  return isQueued(row) && row.trigger !== 'replay';
}

/** True for scheduled fires, false for requested runs. */
export function isOfSchedule({ trigger }: Pick<LedgerRow, 'trigger'>): boolean {
  return isFireTrigger(trigger);
}

/** State of a row that needs no call now; null while one is in flight or it waits to be claimed. */
export function recordedOf(row: LedgerRow): Recorded | null {
  if (row.outcome !== null) return { executionId: row.id, outcome: row.outcome, retryAt: null };
  if (row.retryAt === null) return null;
  return { executionId: row.id, outcome: null, retryAt: row.retryAt.getTime(), made: row.attemptCount };
}

export const laterRowStatement: Statement = {
  name: 'ledger-later-row',
  text: `
    select 1 from "Execution"
    where "jobId" = $1::int and "scheduledFor" > $2 and "trigger" in ${scheduledTriggers}
    limit 1`,
};

/** Reports whether a later fire of the same job has its row. */
export async function hasLaterRow({ client, row }: { client: Client; row: LedgerRow }): Promise<boolean> {
  const values = [row.jobId, row.scheduledFor];
  return (await query({ client, statement: laterRowStatement, values })).length > 0;
}
