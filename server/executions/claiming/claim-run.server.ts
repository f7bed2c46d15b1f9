import { isActive } from '#domain/job/job.ts';
import type { OutcomeReason } from '#domain/outcome.ts';
import { isDispatched } from '#server/executions/ledger/dispatched-attempts.server.ts';
import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';
import {
  isInQueue,
  isOfSchedule,
  isQueued,
  isRunning,
  type LedgerRow,
  readUnfinishedRows,
  recordedOf,
} from '#server/executions/ledger/ledger-rows.server.ts';
import { startQueuedExecutions } from '#server/executions/ledger/start-queued-executions.server.ts';
import type { ActivityRef, Admit, Claim, RunClaim } from '#server/executions/ledger/types.ts';
import { endExecutions } from '#server/executions/recording/end-executions.server.ts';
import { busy, claimOne, type LockedExecution } from './claim-one.server.ts';
import { isFireNear } from './fire-near.server.ts';
import { type ClaimedRow, toClaim } from './to-claimed-calls.server.ts';

interface Ask {
  workerId: string;
  now: number;
  executionId: number;
  ref: ActivityRef;
  admit?: Admit;
}

/**
 * Claims attempt 1 of a queued run (manual, API or replay). A job paused since then skips it (owner). A call of the job
 * in flight skips it too (overlap), or makes it wait (overlap `queue`, and every replay), as does a limit. Several
 * replays also wait for a fire due soon or queued. A replay keeps the version it was queued with.
 *
 * @returns `changed` if job or execution were removed; `wait` for a blocked replay
 */
export async function claimRun(ask: Ask): Promise<RunClaim> {
  return claimOne({ ...ask, decide: (locked) => decide({ ...ask, ...locked }) });
}

async function decide({
  client,
  states,
  row,
  job,
  workerId,
  now,
  executionId,
  ref,
  admit = () => true,
}: Ask & LockedExecution): Promise<RunClaim | ClaimedRow> {
  if (row.outcome !== null || row.claimedAt !== null) return known({ row, job, workerId });

  const unfinishedRows = await readUnfinishedRows({ client, jobIds: [row.jobId] });
  const place = placeOf({ row, job, now, unfinishedRows });
  const later =
    row.trigger === 'replay' ? ({ kind: 'wait', ahead: aheadOf({ row, unfinishedRows }) } as const) : busy;
  if (place === 'wait') return later;
  if (place !== 'call') {
    const completed = [{ id: row.id, outcome: 'skipped' as const, reason: place, verdict: null }];
    await endExecutions({ client, states, now, completed });
    return { kind: 'recorded', recorded: { executionId, outcome: 'skipped', retryAt: null } } as const;
  }
  if (!admit(job)) return later;
  const jobVersion = row.trigger === 'replay' ? row.jobVersion : job.version;
  await startQueuedExecutions({ client, workerId, now, rows: [{ executionId, jobVersion, ref }] });
  return toClaim({ row: { ...row, jobVersion, attemptCount: 1 }, job });
}

function known({
  row,
  job,
  workerId,
}: {
  row: LedgerRow;
  job: LedgerJob;
  workerId: string;
}): Claim | ClaimedRow {
  const recorded = recordedOf(row);
  if (recorded) return { kind: 'recorded', recorded };
  const isLost =
    row.workerId === workerId && !isDispatched({ executionId: row.id, attempt: row.attemptCount });
  return isLost ? toClaim({ row, job }) : busy;
}

/** Decides if a run may call now, has to wait for the call in flight, or is skipped, and why. */
function placeOf({
  row,
  job,
  now,
  unfinishedRows,
}: {
  row: LedgerRow;
  job: LedgerJob;
  now: number;
  unfinishedRows: LedgerRow[];
}): 'call' | 'wait' | OutcomeReason {
  if (job.isSuspended) return 'tier';
  if (!isActive({ ...job, now })) return 'owner';
  if (job.overlap === 'allow') return 'call';
  if (!unfinishedRows.some(isRunning)) {
    const isOneOfSeveral = row.trigger === 'replay' && replaysBeside({ row, unfinishedRows }).length > 0;
    // Many replays in a row would otherwise cost the job most of its scheduled runs.
    const isFireFirst =
      isFireNear(job) || unfinishedRows.some((other) => isQueued(other) && isOfSchedule(other));
    return isOneOfSeveral && isFireFirst ? 'wait' : 'call';
  }
  // Several may be requested at once: each repeats a run of its own, and the one in flight does not replace it.
  if (row.trigger === 'replay') return 'wait';
  // The queue has one slot: an older execution keeps it.
  const isTaken = unfinishedRows.some((other) => isInQueue(other) && other.id < row.id);
  return job.overlap === 'queue' && !isTaken ? 'wait' : 'overlap';
}

/** The other replays of its job that wait to be claimed. */
function replaysBeside({
  row,
  unfinishedRows,
}: {
  row: LedgerRow;
  unfinishedRows: LedgerRow[];
}): LedgerRow[] {
  return unfinishedRows.filter(
    (other) => other.id !== row.id && other.trigger === 'replay' && isQueued(other),
  );
}

function aheadOf(asked: { row: LedgerRow; unfinishedRows: LedgerRow[] }): number {
  return replaysBeside(asked).filter(({ id }) => id < asked.row.id).length;
}
