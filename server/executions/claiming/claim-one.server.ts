import type { Client } from '#server/database/transaction.server.ts';
import { type LedgerJob, readFacts } from '#server/executions/ledger/job-facts.server.ts';
import { type LedgerRow, readRow } from '#server/executions/ledger/ledger-rows.server.ts';
import { type LockedTx, lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import type { RunClaim } from '#server/executions/ledger/types.ts';
import { claimCalls } from './claim-calls.server.ts';
import { holdLease } from './hold-lease.server.ts';
import type { ClaimedRow } from './to-claimed-calls.server.ts';

/** An execution and its job, read under the lock of the job. */
export interface LockedExecution extends LockedTx {
  row: LedgerRow;
  job: LedgerJob;
}

/**
 * Claims an attempt of one execution: `decide` runs under the lock of its job, in the transaction of the claim.
 *
 * @returns `changed` if job or execution were removed; `busy` while this worker holds no lease
 */
export async function claimOne({
  workerId,
  now,
  executionId,
  decide,
}: {
  workerId: string;
  now: number;
  executionId: number;
  decide: (locked: LockedExecution) => Promise<RunClaim | ClaimedRow>;
}): Promise<RunClaim> {
  const claim = async (client: Client): Promise<RunClaim | ClaimedRow> => {
    if (!(await holdLease({ client, workerId }))) return busy;
    const seen = await readRow({ client, id: executionId });
    if (!seen) return changed;
    const states = await lockJobs({ client, jobIds: [seen.jobId] });
    const row = await readRow({ client, id: executionId });
    const job = (await readFacts({ client, jobIds: [seen.jobId] })).get(seen.jobId);
    return row && job ? decide({ client, now, states, row, job }) : changed;
  };
  const [claimed] = await claimCalls<RunClaim>({ now, claim: async (client) => [await claim(client)] });
  return claimed ?? busy;
}

export const busy = { kind: 'busy' } as const;
const changed = { kind: 'changed' } as const;
