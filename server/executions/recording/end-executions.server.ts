import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';
import type { LockedState } from '#server/executions/ledger/lock-jobs.server.ts';
import type { ExecutionOutcome, ExecutionReason, ExecutionTrigger } from '#server/executions/ledger/types.ts';
import { recordCompletions } from './record-completions.server.ts';

/** The end of an execution without a further call. */
export interface ExecutionCompletion {
  id: number;
  outcome: ExecutionOutcome;
  reason: ExecutionReason | null;
  /** Null keeps what the last attempt was judged by. */
  verdict: string | null;
}

interface EndedRow {
  id: number;
  jobId: number;
  trigger: ExecutionTrigger;
  outcome: ExecutionOutcome;
  reason: ExecutionReason | null;
  dueAt: Date;
  startedAt: Date | null;
  durationMs: number | null;
  latenessMs: number | null;
  statusCode: number | null;
  errorCode: string | null;
}

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
    from unnest($2::int8[], $3::text[], $4::text[], $5::text[]) as t("id", "outcome", "reason", "verdict")
    where e."id" = t."id" and e."endedAt" is null
    returning e."id", e."jobId", e."trigger", e."outcome", e."reason", e."dueAt", e."startedAt", e."durationMs", e."latenessMs",
      e."statusCode", e."errorCode"`,
};

/**
 * Ends executions of jobs the transaction holds locked, and counts them. One that has ended stays as it is.
 * @returns the jobs paused for failing
 */
export async function endExecutions({
  client,
  states,
  now,
  completed,
}: {
  client: Client;
  states: LockedState[];
  now: number;
  completed: ExecutionCompletion[];
}): Promise<number[]> {
  return recordCompletions({ client, states, completed: await closeRows({ client, now, completed }) });
}

/** Gives open rows their end and counts nothing: for {@link endExecutions}, and for what a restore makes of them. */
export async function closeRows({
  client,
  now,
  completed,
}: {
  client: Client;
  now: number;
  completed: ExecutionCompletion[];
}): Promise<CompletedExecution[]> {
  if (completed.length === 0) return [];
  const rows = await query<EndedRow>({
    client,
    statement: endStatement,
    values: [
      now,
      completed.map(({ id }) => id),
      completed.map(({ outcome }) => outcome),
      completed.map(({ reason }) => reason),
      completed.map(({ verdict }) => verdict),
    ],
  });
  return rows.map(({ id, dueAt, startedAt, ...row }) => ({
    ...row,
    executionId: id,
    at: dueAt.getTime(),
    startedAt: startedAt?.getTime() ?? null,
    endedAt: now,
  }));
}
