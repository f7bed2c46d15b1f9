import { isActive } from '#domain/job/job.ts';
import type { NewFire } from '#server/executions/ledger/insert-fires.server.ts';
import {
  isInQueue,
  isOfSchedule,
  isRunning,
  type LedgerRow,
} from '#server/executions/ledger/ledger-rows.server.ts';
import type { ExecutionReason, HeldFire } from '#server/executions/ledger/types.ts';
import type { ExecutionCompletion } from '#server/executions/recording/end-executions.server.ts';
import type { Decision, ClaimSnapshot } from './decide-fires.server.ts';

/** A fire a limit holds back is looked at again within this time: the last such look before the next fire ends it. */
const recheckMs = 1_500;

type Asked = Pick<NewFire, 'scheduledFor' | 'deadlineAt'>;
type State = Pick<NewFire, 'isQueued' | 'end'>;

/**
 * Applies the overlap policy to all fires of a job in one claim pass: calls in flight, the queue, and displaced
 * executions. A fire between attempts is no overlap: the next fire ends it in any case.
 */
export function overlapPolicy({
  snapshot: { job, unfinishedRows, skips },
  now,
  admit,
}: {
  snapshot: ClaimSnapshot;
  now: number;
  admit: () => boolean;
}) {
  let isOut = unfinishedRows.some(isRunning);
  let queued = unfinishedRows.filter(isInQueue);
  let waiting = unfinishedRows.filter((row) => row.retryAt !== null && isOfSchedule(row));
  const displaced: ExecutionCompletion[] = [];
  const { overlap } = job;
  /** One of this very look, whose row is yet to be written. */
  let isFreshQueued = false;

  const supersede = () => {
    displaced.push(...waiting.map((row) => endOf({ row, outcome: 'superseded', reason: null })));
    waiting = [];
  };
  const call = (): State => {
    isOut = true;
    return { isQueued: false, end: null };
  };
  const queue = (): State => {
    isFreshQueued = true;
    return { isQueued: true, end: null };
  };
  const leave = (row: LedgerRow) => {
    queued = queued.filter(({ id }) => id !== row.id);
  };
  /** Executions still blocked by a limit when the job's next fire comes. */
  const displaceQueued = () => {
    for (const row of queued.filter(isOfSchedule)) {
      const reason = isOut && overlap !== 'allow' ? 'overlap' : 'limit';
      displaced.push(endOf({ row, outcome: 'skipped', reason }));
      leave(row);
    }
  };

  /** @returns `later`: no row so far, it is looked at again */
  function stateOf({ fire, isOneOfAll }: { fire: Asked; isOneOfAll: boolean }): State | 'later' {
    const mayRun = !job.isSuspended && !skips.has(fire.scheduledFor);
    // A catch-up takes its turn until the next fire is due.
    if (isOneOfAll && mayRun && (isOut || !admit())) return 'later';
    supersede();
    if (!mayRun) return skipped(job.isSuspended ? 'tier' : 'owner');
    if (isOneOfAll) return call();
    if (overlap === 'queue') {
      const isFull = isFreshQueued || (isOut ? queued.length > 0 : queued.some(isOfSchedule));
      return isFull ? skipped('overlap') : isOut || !admit() ? queue() : call();
    }
    if (overlap === 'skip' && isOut) {
      displaceQueued();
      return skipped('overlap');
    }
    displaceQueued();
    return admit() ? call() : queue();
  }

  /** A later look at a queued fire. */
  function decideQueued({
    held,
    row,
    isHolding,
  }: {
    held: HeldFire;
    row: LedgerRow;
    /** True if the newest version still names it. */
    isHolding: boolean;
  }): Decision {
    const end = (reason: ExecutionReason): Decision => {
      leave(row);
      return { kind: 'end', end: endOf({ row, outcome: 'skipped', reason }) };
    };
    const isOn = isActive({ ...job, now: Math.max(now, held.scheduledFor) });
    if (!isHolding || !isOn) return end('owner');
    if (job.isSuspended) return end('tier');
    const leftMs = row.deadlineAt === null ? Infinity : row.deadlineAt.getTime() - now;
    // Only executions blocked by a limit: one queued by the overlap policy keeps waiting while the next fire is due.
    if (overlap !== 'queue' && leftMs <= 0) return end('limit');
    const busy: Decision = { kind: 'answer', claim: { kind: 'busy' } };
    if (isOut && overlap !== 'allow') return busy;
    if (!admit()) {
      return leftMs <= recheckMs ? end('limit') : busy;
    }
    supersede();
    call();
    leave(row);
    return { kind: 'unqueue', held, row };
  }

  return { displaced, stateOf, decideQueued };
}

const skipped = (reason: ExecutionReason): State => ({
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
  reason: ExecutionReason | null;
}): ExecutionCompletion {
  return { id: row.id, outcome, reason, verdict: null };
}
