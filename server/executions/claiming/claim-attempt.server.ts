import { isActive } from '#domain/job/job.ts';
import type { OutcomeReason } from '#domain/outcome.ts';
import type { Client } from '#server/database/transaction.server.ts';
import { isDispatched } from '#server/executions/ledger/dispatched-attempts.server.ts';
import { type LedgerJob, readFacts } from '#server/executions/ledger/job-facts.server.ts';
import {
  hasLaterRow,
  isRunning,
  type LedgerRow,
  readUnfinishedRows,
  readRow,
  recordedOf,
} from '#server/executions/ledger/ledger-rows.server.ts';
import type { LedgerTx } from '#server/executions/ledger/ledger-tx.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import type { Admit, HeldAttempt, RunClaim } from '#server/executions/ledger/types.ts';
import { writeAttemptClaim } from '#server/executions/ledger/write-attempt-claim.server.ts';
import { endExecutions } from '#server/executions/recording/end-executions.server.ts';
import { claimCalls } from './claim-calls.server.ts';
import { hasPauseSince } from './has-pause-since.server.ts';
import { holdLease } from './hold-lease.server.ts';
import { toClaim } from './to-claim.server.ts';
import type { ClaimedRow } from './to-claimed-calls.server.ts';

interface Ask {
  workerId: string;
  now: number;
  held: HeldAttempt;
  admit?: Admit;
}

/**
 * Claims attempt n > 1 of an execution, as the version of attempt 1 says. Not for a paused or inactive job (the
 * execution ends failed), nor once a later fire is due or claimed (superseded). While another call of the job is in
 * flight, or a limit holds it back, it waits (`busy`; a replay: `wait`).
 *
 * @returns `changed` if job or execution are gone; `wait` for a blocked replay, which holds no activity
 */
export async function claimAttempt(ask: Ask): Promise<RunClaim> {
  const [claim] = await claimCalls<RunClaim>({
    now: ask.now,
    claim: async (client) => [await claimIn({ ...ask, client })],
  });
  return claim ?? { kind: 'busy' };
}

async function claimIn({
  client,
  workerId,
  now,
  held,
  admit = () => true,
}: Ask & { client: Client }): Promise<RunClaim | ClaimedRow> {
  if (!(await holdLease({ client, workerId }))) return { kind: 'busy' };
  const seen = await readRow({ client, id: held.executionId });
  if (!seen) return { kind: 'changed' };
  const states = await lockJobs({ client, jobIds: [seen.jobId] });
  const row = await readRow({ client, id: held.executionId });
  const job = (await readFacts({ client, jobIds: [seen.jobId] })).get(seen.jobId);
  if (!row || !job) return { kind: 'changed' };

  const recorded = recordedOf(row);
  if (row.outcome !== null && recorded) return { kind: 'recorded', recorded };
  if (row.retryAt === null || row.attemptCount >= held.attempt) {
    const isLost = row.workerId === workerId && row.attemptCount === held.attempt;
    if (isLost && row.retryAt === null && !isDispatched(held)) return toClaim({ row, job });
    return recorded ? { kind: 'recorded', recorded } : { kind: 'busy' };
  }
  const end = await endOf({ client, row, job, now });
  if (end) {
    await endExecutions({ client, states, now, completed: [{ id: row.id, verdict: null, ...end }] });
    return { kind: 'recorded', recorded: { executionId: row.id, outcome: end.outcome, retryAt: null } };
  }
  const others = await readUnfinishedRows({ client, jobIds: [row.jobId] });
  // Replays of a job may be many, and each would hold an activity: Temporal hands one out again later.
  const later =
    row.trigger === 'replay' ? ({ kind: 'wait', ahead: 0 } as const) : ({ kind: 'busy' } as const);
  if (job.overlap !== 'allow' && others.some(isRunning)) return later;
  if (!admit(job)) return later;
  await writeAttemptClaim({ client, workerId, now, held });
  return toClaim({ row: { ...row, attemptCount: held.attempt }, job });
}

/** Why no further attempt is made; null if it is. A run by hand has no next fire. */
async function endOf({
  client,
  row,
  job,
  now,
}: LedgerTx & {
  row: LedgerRow;
  job: LedgerJob;
}): Promise<{ outcome: 'failed' | 'superseded'; reason: OutcomeReason | null } | null> {
  if (job.isSuspended) return { outcome: 'failed', reason: 'tier' };
  const wasPaused = await hasPauseSince({ client, row, job });
  if (wasPaused || !isActive({ ...job, now })) return { outcome: 'failed', reason: 'owner' };
  if (row.scheduledFor === null) return null;
  const isLate = row.deadlineAt !== null && row.deadlineAt.getTime() <= now;
  const isNextDue = job.nextRunAt !== null && job.nextRunAt.getTime() <= now;
  if (isLate || isNextDue || (await hasLaterRow({ client, row })))
    return { outcome: 'superseded', reason: null };
  return null;
}
