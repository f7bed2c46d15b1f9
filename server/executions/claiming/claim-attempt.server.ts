import { isActive } from '#domain/job/job.ts';
import type { OutcomeReason } from '#domain/outcome.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { isDispatched } from '#server/executions/ledger/dispatched-attempts.server.ts';
import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';
import {
  hasLaterRow,
  isRunning,
  type LedgerRow,
  readUnfinishedRows,
  recordedOf,
} from '#server/executions/ledger/ledger-rows.server.ts';
import type { LedgerTx } from '#server/executions/ledger/ledger-tx.ts';
import type { Admit, HeldAttempt, RunClaim } from '#server/executions/ledger/types.ts';
import { writeAttemptClaim } from '#server/executions/ledger/write-attempt-claim.server.ts';
import { endExecutions } from '#server/executions/recording/end-executions.server.ts';
import { busy, claimOne, type LockedExecution } from './claim-one.server.ts';
import { type ClaimedRow, toClaim } from './to-claimed-calls.server.ts';

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
 * @returns `changed` if job or execution were removed; `wait` for a blocked replay, which holds no activity
 */
export async function claimAttempt(ask: Ask): Promise<RunClaim> {
  const { executionId } = ask.held;
  return claimOne({ ...ask, executionId, decide: (locked) => decide({ ...ask, ...locked }) });
}

async function decide({
  client,
  states,
  row,
  job,
  workerId,
  now,
  held,
  admit = () => true,
}: Ask & LockedExecution): Promise<RunClaim | ClaimedRow> {
  const recorded = recordedOf(row);
  if (row.outcome !== null && recorded) return { kind: 'recorded', recorded };
  if (row.retryAt === null || row.attemptCount >= held.attempt) {
    const isLost = row.workerId === workerId && row.attemptCount === held.attempt;
    if (isLost && row.retryAt === null && !isDispatched(held)) return toClaim({ row, job });
    return recorded ? { kind: 'recorded', recorded } : busy;
  }
  const end = await endOf({ client, row, job, now });
  if (end) {
    await endExecutions({ client, states, now, completed: [{ id: row.id, verdict: null, ...end }] });
    return { kind: 'recorded', recorded: { executionId: row.id, outcome: end.outcome, retryAt: null } };
  }
  const others = await readUnfinishedRows({ client, jobIds: [row.jobId] });
  // Replays of a job may be many, and each would hold an activity: Temporal dispatches one again later.
  const later = row.trigger === 'replay' ? ({ kind: 'wait', ahead: 0 } as const) : busy;
  if (job.overlap !== 'allow' && others.some(isRunning)) return later;
  if (!admit(job)) return later;
  await writeAttemptClaim({ client, workerId, now, held });
  return toClaim({ row: { ...row, attemptCount: held.attempt }, job });
}

/** Reason for no further attempt; null if one is made. A manual run has no next fire. */
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

// A replay names the version it repeats, possibly older than pauses that ended before it was requested.
export const pauseStatement: Statement = {
  name: 'ledger-pause-since',
  text: `
    select 1 from "JobVersion"
    where "jobId" = $1::int and "version" > $2::int and "status" <> 'active' and (not $3::bool or "changedAt" > $4)
    limit 1`,
};

/** Reports whether the job was paused after this execution began: that ends its further attempts, resumed or not (D28). */
async function hasPauseSince({
  client,
  row,
  job,
}: {
  client: Client;
  row: LedgerRow;
  job: LedgerJob;
}): Promise<boolean> {
  if (job.version === row.jobVersion) return false;
  const values = [row.jobId, row.jobVersion, row.trigger === 'replay', row.dueAt];
  return (await query({ client, statement: pauseStatement, values })).length > 0;
}
