import type { Advance } from './advance-states.server.ts';
import type { NewFire } from './insert-fires.server.ts';
import type { JobFacts } from './job-facts.server.ts';
import { judgePast, type MissedRow, type VersionInForce } from './judge-past.server.ts';
import { isRunning, type LedgerRow, recordedOf } from './ledger-rows.server.ts';
import { nextInstants } from './next-instants.server.ts';
import type { Claim, HeldFire, ScheduleMath } from './types.ts';

/** What is known of one job under its lock. */
export interface JobLook {
  job: JobFacts;
  versions: VersionInForce[];
  /** Claimed and not ended. */
  openRows: LedgerRow[];
  /** Rows that the asked instants have already. */
  rowsAt: LedgerRow[];
  /** Instants the owner wants left out. */
  skips: Set<number>;
}

export type Decision =
  | { kind: 'answer'; claim: Claim }
  /** Claimed by this worker before, and it never learned of it. */
  | { kind: 'again'; row: LedgerRow }
  | { kind: 'row'; fire: NewFire };

export interface JobDecisions {
  decisions: { held: HeldFire; decision: Decision }[];
  missed: MissedRow[];
  /** Executions that wait between attempts while the next fire comes. */
  superseded: LedgerRow[];
  advance: Advance | null;
}

/** The last look at the fires of one job that are claimed together (engine.md sections 3 and 4). */
export function decideFires({
  look,
  fires,
  now,
  math,
  lateLimitMs,
  isLostAnswer,
}: {
  look: JobLook;
  fires: HeldFire[];
  now: number;
  math: ScheduleMath;
  lateLimitMs: number;
  /** Whether a running row is this worker's, without this worker knowing of it. */
  isLostAnswer: (row: LedgerRow) => boolean;
}): JobDecisions {
  const { job } = look;
  let accountedUntil = job.accountedUntil.getTime();
  let openRows = look.openRows;
  const taken = new Set<number>();
  const result: JobDecisions = { decisions: [], missed: [], superseded: [], advance: null };

  const decide = (held: HeldFire): Decision => {
    const row = look.rowsAt.find((one) => one.scheduledFor?.getTime() === held.scheduledFor);
    if (row) return decideKnown({ row, isLostAnswer });
    if (taken.has(held.scheduledFor)) return { kind: 'answer', claim: { kind: 'busy' } };
    if (held.scheduledFor <= accountedUntil) return { kind: 'answer', claim: { kind: 'changed' } };
    const until = Math.max(now, held.scheduledFor);
    const { catchUp } = job;
    const { versions } = look;
    const past = judgePast({ accountedUntil, versions, until, now, math, lateLimitMs, catchUp });
    const { candidate } = past;
    result.missed.push(...past.missed);
    accountedUntil = candidate ? candidate.scheduledFor - 1 : until;
    const after = Math.max(accountedUntil, candidate?.scheduledFor ?? 0);
    const [next = null] = nextInstants({ job, after, count: 1, math });
    if (candidate?.scheduledFor !== held.scheduledFor) {
      result.advance = { jobId: job.jobId, accountedUntil, nextRunAt: candidate?.scheduledFor ?? next };
      return { kind: 'answer', claim: { kind: 'changed' } };
    }
    accountedUntil = held.scheduledFor;
    taken.add(held.scheduledFor);
    result.advance = { jobId: job.jobId, accountedUntil, nextRunAt: next };
    // One that waits between attempts is no overlap: the next fire ends it, whatever becomes of this one.
    result.superseded.push(...openRows.filter(isWaitingForRetry));
    openRows = openRows.filter((one) => !isWaitingForRetry(one));
    const end = endWithoutCall({ look, openRows, at: held.scheduledFor, isClaimedNow: taken.size > 1 });
    return { kind: 'row', fire: fireOf({ held, job, trigger: candidate.trigger, deadlineAt: next, end }) };
  };

  for (const held of [...fires].sort((a, b) => a.scheduledFor - b.scheduledFor)) {
    result.decisions.push({ held, decision: decide(held) });
  }
  return result;
}

function decideKnown({
  row,
  isLostAnswer,
}: {
  row: LedgerRow;
  isLostAnswer: (row: LedgerRow) => boolean;
}): Decision {
  const recorded = recordedOf(row);
  if (recorded) return { kind: 'answer', claim: { kind: 'recorded', recorded } };
  if (isLostAnswer(row)) return { kind: 'again', row };
  return { kind: 'answer', claim: { kind: 'busy' } };
}

function isWaitingForRetry(row: LedgerRow): boolean {
  return row.retryAt !== null && (row.trigger === 'schedule' || row.trigger === 'catch_up');
}

/** Why a fire that the schedule names is not called; null if it is. */
function endWithoutCall({
  look: { job, skips },
  openRows,
  at,
  isClaimedNow,
}: {
  look: JobLook;
  openRows: LedgerRow[];
  at: number;
  isClaimedNow: boolean;
}): NewFire['end'] {
  if (job.isSuspended) return { outcome: 'skipped', reason: 'tier' };
  if (skips.has(at)) return { outcome: 'skipped', reason: 'owner' };
  const isOverlapping = isClaimedNow || openRows.some(isRunning);
  if (isOverlapping && job.overlap !== 'allow') return { outcome: 'skipped', reason: 'overlap' };
  return null;
}

function fireOf({
  held,
  job,
  ...rest
}: {
  held: HeldFire;
  job: JobFacts;
  trigger: NewFire['trigger'];
  deadlineAt: number | null;
  end: NewFire['end'];
}): NewFire {
  const { jobId, scheduledFor, workflowId, runId, activityId } = held;
  return { jobId, scheduledFor, version: job.version, ref: { workflowId, runId, activityId }, ...rest };
}
