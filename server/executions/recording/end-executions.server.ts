import type { Outcome, OutcomeReason } from '#domain/outcome.ts';
import type { ExecutionTrigger } from '#domain/trigger.ts';
import { columns, int8, text } from '#server/database/columns.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';
import type { LedgerTx } from '#server/executions/ledger/ledger-tx.ts';
import type { LockedTx } from '#server/executions/ledger/lock-jobs.server.ts';
import { recordCompletions } from './record-completions.server.ts';

/** The end of an execution without a further call. */
export interface ExecutionCompletion {
  id: number;
  outcome: Outcome;
  reason: OutcomeReason | null;
  /** Null keeps what the last attempt was judged by. */
  verdict: string | null;
}

interface EndedRow {
  id: number;
  jobId: number;
  trigger: ExecutionTrigger;
  outcome: Outcome;
  reason: OutcomeReason | null;
  dueAt: Date;
  startedAt: Date | null;
  durationMs: number | null;
  latenessMs: number | null;
  statusCode: number | null;
  errorCode: string | null;
}

// Before them: $1 now.
const given = columns<ExecutionCompletion>(
  {
    id: int8(({ id }) => id),
    outcome: text(({ outcome }) => outcome),
    reason: text(({ reason }) => reason),
    verdict: text(({ verdict }) => verdict),
  },
  { from: 2 },
);

// An execution without an outcome has no end either (a check of the table). Said by its end, since the planner would
// take `outcome is null` as a reason to walk the index of all open rows instead of the key.
export const endStatement: Statement = {
  name: 'ledger-end-executions',
  text: `
    update "Execution" e set
      "outcome" = t."outcome"::"Outcome",
      "reason" = t."reason"::"OutcomeReason",
      "verdict" = coalesce(t."verdict", e."verdict"),
      "retryAt" = null,
      "endedAt" = to_timestamp($1::int8 / 1000.0),
      "durationMs" = case when e."startedAt" is not null
        then greatest(0, $1::int8 - extract(epoch from e."startedAt") * 1000)::int end
    from ${given.unnest} as t(${given.names})
    where e."id" = t."id" and e."endedAt" is null
    returning e."id", e."jobId", e."trigger", e."outcome", e."reason", e."dueAt", e."startedAt", e."durationMs", e."latenessMs",
      e."statusCode", e."errorCode"`,
};

/**
 * Ends executions of jobs the transaction holds locked, and counts them. One that has ended is unchanged.
 * @returns the jobs paused for failing
 */
export async function endExecutions({
  client,
  states,
  now,
  completed,
}: LockedTx & {
  completed: ExecutionCompletion[];
}): Promise<number[]> {
  return recordCompletions({ client, states, completed: await closeRows({ client, now, completed }) });
}

/** Gives open rows their end and counts nothing: for {@link endExecutions}, and for what a restore makes of them. */
export async function closeRows({
  client,
  now,
  completed,
}: LedgerTx & {
  completed: ExecutionCompletion[];
}): Promise<CompletedExecution[]> {
  if (completed.length === 0) return [];
  const rows = await query<EndedRow>({
    client,
    statement: endStatement,
    values: [now, ...given.values(completed)],
  });
  return rows.map(({ id, dueAt, startedAt, ...row }) => ({
    ...row,
    executionId: id,
    at: dueAt.getTime(),
    startedAt: startedAt?.getTime() ?? null,
    endedAt: now,
  }));
}
