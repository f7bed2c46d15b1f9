import { takeBack } from './handed-out.server.ts';
import { lockJobs } from './lock-jobs.server.ts';
import { inTransaction, query, type Statement } from './transaction.server.ts';
import type { ClaimedCall } from './types.ts';

export const unclaimStatement: Statement = {
  name: 'ledger-unclaim',
  text: `
    with queued as (
      update "Execution" set "workerId" = null, "claimedAt" = null, "attemptCount" = 0,
        "workflowId" = null, "runId" = null, "activityId" = null
      where "id" = $1 and "workerId" = $2::uuid and "outcome" is null and "startedAt" is null and "attemptCount" = 1
      returning "id"
    )
    delete from "Attempt" a using queued where a."executionId" = queued."id" and a."number" = 1`,
};

/**
 * Puts a fire whose first attempt was claimed, and has not left, back into the queue: its next look decides anew by
 * what its owner has changed since, as of every queued fire. One that others have settled meanwhile stays as it is.
 *
 * @param workerId the one that claimed it
 * @throws Error while the database is away: if the claim still stands, the next look of this process hands it out again
 */
export async function unclaimFire({
  workerId,
  call,
}: {
  workerId: string;
  call: ClaimedCall;
}): Promise<void> {
  try {
    await inTransaction(async (client) => {
      await lockJobs({ client, jobIds: [call.jobId] });
      await query({ client, statement: unclaimStatement, values: [call.executionId, workerId] });
    });
  } finally {
    takeBack(call);
  }
}
