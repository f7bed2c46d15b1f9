import { inTransaction } from '#server/database/transaction.server.ts';
import { readRow, recordedOf } from '#server/executions/ledger/ledger-rows.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import type { Claim } from '#server/executions/ledger/types.ts';
import { endExecutions } from './end-executions.server.ts';

const stoppedVerdict = 'Failed: further attempts were stopped by the owner.';

/**
 * Ends an execution between two attempts, because its owner wants no more.
 * @returns `recorded` with the current state in the ledger, also if it ended before; `busy` while an attempt is in
 *   flight; `changed` if it was removed
 */
export async function endRetrying({
  executionId,
  now,
}: {
  executionId: number;
  now: number;
}): Promise<Exclude<Claim, { kind: 'call' }>> {
  return inTransaction(async (client) => {
    const seen = await readRow({ client, id: executionId });
    if (!seen) return { kind: 'changed' };
    const states = await lockJobs({ client, jobIds: [seen.jobId] });
    const row = await readRow({ client, id: executionId });
    if (!row) return { kind: 'changed' };
    const recorded = recordedOf(row);
    if (!recorded) return { kind: 'busy' };
    if (recorded.outcome !== null) return { kind: 'recorded', recorded };
    const end = { id: row.id, outcome: 'failed', reason: 'owner', verdict: stoppedVerdict } as const;
    await endExecutions({ client, states, now, completed: [end] });
    return { kind: 'recorded', recorded: { executionId, outcome: 'failed', retryAt: null } };
  });
}
