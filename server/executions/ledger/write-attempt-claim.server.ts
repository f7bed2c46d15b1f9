import { query, type Statement } from '#server/database/transaction.server.ts';
import type { WorkerTx } from './ledger-tx.ts';
import type { HeldAttempt } from './types.ts';

export const claimAttemptStatement: Statement = {
  name: 'ledger-claim-attempt',
  text: `
    with claimed as (
      update "Execution" set "workerId" = $1::uuid, "attemptCount" = $4::int, "retryAt" = null,
        "workflowId" = $5, "runId" = $6, "activityId" = $7
      where "id" = $3::int8 and "endedAt" is null
      returning "id"
    )
    insert into "Attempt" ("executionId", "number", "workerId", "startedAt")
    select "id", $4::int, $1::uuid, to_timestamp($2::int8 / 1000.0) from claimed`,
};

/** Puts the next attempt of an execution under this worker's id, in the transaction that holds its job locked. */
export async function writeAttemptClaim({
  client,
  workerId,
  now,
  held,
}: WorkerTx & {
  held: HeldAttempt;
}): Promise<void> {
  const { executionId, attempt, ref } = held;
  const where = [ref?.workflowId ?? null, ref?.runId ?? null, ref?.activityId ?? null];
  const values = [workerId, now, executionId, attempt, ...where];
  await query({ client, statement: claimAttemptStatement, values });
}
