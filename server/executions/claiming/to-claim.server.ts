import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';
import type { LedgerRow } from '#server/executions/ledger/ledger-rows.server.ts';
import type { ClaimedRow } from './to-claimed-calls.server.ts';

/** The attempt a row in the ledger is claimed for. */
export function toClaim({
  row,
  job,
}: {
  row: LedgerRow;
  job: Pick<LedgerJob, 'ownerId' | 'tier' | 'lastSuccessAt'>;
}): ClaimedRow {
  return {
    kind: 'claimed',
    executionId: row.id,
    attempt: row.attemptCount,
    jobId: row.jobId,
    ownerId: job.ownerId,
    tier: job.tier,
    jobVersion: row.jobVersion,
    trigger: row.trigger,
    scheduledFor: row.scheduledFor?.getTime() ?? null,
    dueAt: row.dueAt.getTime(),
    requestId: row.requestId,
    deadlineAt: row.deadlineAt?.getTime() ?? null,
    lastSuccessAt: job.lastSuccessAt?.getTime() ?? null,
  };
}
