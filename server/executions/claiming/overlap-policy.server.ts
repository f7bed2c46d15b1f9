import { isActive } from '#domain/job/job.ts';
import type { OutcomeReason } from '#domain/outcome.ts';
import type { NewFire } from '#server/executions/ledger/insert-fires.server.ts';
import {
  isInQueue,
  isOfSchedule,
  isRunning,
  type LedgerRow,
} from '#server/executions/ledger/ledger-rows.server.ts';
import type { Claim, HeldFire } from '#server/executions/ledger/types.ts';
import type { ExecutionCompletion } from '#server/executions/recording/end-executions.server.ts';
import type { ClaimSnapshot } from './load-snapshots.server.ts';

export type Decision =
  | { kind: 'claim'; claim: Claim }
  /** Claimed by this worker before; the response was lost. */
  | { kind: 'again'; row: LedgerRow }
  | { kind: 'row'; fire: NewFire }
  /** Queued, and started now. */
  | { kind: 'start'; held: HeldFire; row: LedgerRow }
  /** Queued, and ended without a call. */
  | { kind: 'end'; end: ExecutionCompletion };

/** A rate-limited fire is rechecked within this time; the last recheck before the next fire ends it. */
const recheckMs = 1_500;

type Asked = Pick<NewFire, 'scheduledFor' | 'deadlineAt'>;
type State = Pick<NewFire, 'isQueued' | 'end'>;

interface PlaceQuestion {
  snapshot: ClaimSnapshot;
  now: number;
  admit: () => boolean;
}

/**
 * Applies the overlap policy to all fires of a job in one claim pass: calls in flight, the queue, and displaced
 * executions. A fire between attempts is no overlap: the next fire ends it in any case.
 */
export function overlapPolicy(question: PlaceQuestion) {
  const calls = createJobCalls(question.snapshot);
  return {
    displaced: calls.displaced,
    /** @returns `later`: no row yet, recheck it */
    stateOf: (asked: NewFireAsked) => stateOf({ ...question, calls, ...asked }),
    /** Rechecks a queued fire. */
    decideQueued: (asked: QueuedFireAsked) => decideQueued({ ...question, calls, ...asked }),
  };
}

type JobCalls = ReturnType<typeof createJobCalls>;

/** The calls of one job during a claim pass: in flight, queued, between attempts, and displaced. */
function createJobCalls({ job: { overlap }, unfinishedRows }: ClaimSnapshot) {
  let isOut = unfinishedRows.some(isRunning);
  let queued = unfinishedRows.filter(isInQueue);
  let waiting = unfinishedRows.filter((row) => row.retryAt !== null && isOfSchedule(row));
  /** Queued in this claim pass; its row is not written yet. */
  let isFreshQueued = false;
  const displaced: ExecutionCompletion[] = [];

  const leave = (row: LedgerRow) => {
    queued = queued.filter(({ id }) => id !== row.id);
  };
  return {
    displaced,
    isOut: () => isOut,
    isQueueFull: () => isFreshQueued || (isOut ? queued.length > 0 : queued.some(isOfSchedule)),
    call: (): State => {
      isOut = true;
      return { isQueued: false, end: null };
    },
    queue: (): State => {
      isFreshQueued = true;
      return { isQueued: true, end: null };
    },
    leave,
    supersede: () => {
      displaced.push(...waiting.map((row) => endOf({ row, outcome: 'superseded', reason: null })));
      waiting = [];
    },
    /** Executions still blocked by a limit when the job's next fire comes. */
    displaceQueued: () => {
      for (const row of queued.filter(isOfSchedule)) {
        const reason = isOut && overlap !== 'allow' ? 'overlap' : 'limit';
        displaced.push(endOf({ row, outcome: 'skipped', reason }));
        leave(row);
      }
    },
  };
}

interface NewFireAsked {
  fire: Asked;
  isOneOfAll: boolean;
}

function stateOf({
  snapshot: { job, skips },
  admit,
  calls,
  fire,
  isOneOfAll,
}: PlaceQuestion & NewFireAsked & { calls: JobCalls }): State | 'later' {
  const mayRun = !job.isSuspended && !skips.has(fire.scheduledFor);
  // A catch-up waits for the job's other calls until the next fire is due.
  if (isOneOfAll && mayRun && (calls.isOut() || !admit())) return 'later';
  calls.supersede();
  if (!mayRun) return skipped(job.isSuspended ? 'tier' : 'owner');
  if (isOneOfAll) return calls.call();
  if (job.overlap === 'queue') {
    if (calls.isQueueFull()) return skipped('overlap');
    return calls.isOut() || !admit() ? calls.queue() : calls.call();
  }
  calls.displaceQueued();
  if (job.overlap === 'skip' && calls.isOut()) return skipped('overlap');
  return admit() ? calls.call() : calls.queue();
}

interface QueuedFireAsked {
  held: HeldFire;
  row: LedgerRow;
  /** The newest version still names it. */
  isHolding: boolean;
}

function decideQueued({
  snapshot: { job },
  now,
  admit,
  calls,
  held,
  row,
  isHolding,
}: PlaceQuestion & QueuedFireAsked & { calls: JobCalls }): Decision {
  const { overlap } = job;
  const end = (reason: OutcomeReason): Decision => {
    calls.leave(row);
    return { kind: 'end', end: endOf({ row, outcome: 'skipped', reason }) };
  };
  const isOn = isActive({ ...job, now: Math.max(now, held.scheduledFor) });
  if (!isHolding || !isOn) return end('owner');
  if (job.isSuspended) return end('tier');
  const leftMs = row.deadlineAt === null ? Infinity : row.deadlineAt.getTime() - now;
  // Only for rate-limited fires: under the policy `queue`, a fire waits on while the next one is due.
  if (overlap !== 'queue' && leftMs <= 0) return end('limit');
  const busy: Decision = { kind: 'claim', claim: { kind: 'busy' } };
  if (calls.isOut() && overlap !== 'allow') return busy;
  if (!admit()) {
    return leftMs <= recheckMs ? end('limit') : busy;
  }
  calls.supersede();
  calls.call();
  calls.leave(row);
  return { kind: 'start', held, row };
}

const skipped = (reason: OutcomeReason): State => ({
  isQueued: false,
  end: { outcome: 'skipped', reason },
});

function endOf({
  row,
  outcome,
  reason,
}: {
  row: LedgerRow;
  outcome: 'superseded' | 'skipped';
  reason: OutcomeReason | null;
}): ExecutionCompletion {
  return { id: row.id, outcome, reason, verdict: null };
}
