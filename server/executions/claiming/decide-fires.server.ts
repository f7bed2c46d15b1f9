import type { Advance } from '#server/executions/ledger/advance-states.server.ts';
import type { NewFire } from '#server/executions/ledger/insert-fires.server.ts';
import type { JobFacts } from '#server/executions/ledger/job-facts.server.ts';
import { isQueued, type LedgerRow, recordedOf } from '#server/executions/ledger/ledger-rows.server.ts';
import type { Claim, HeldFire, ScheduleCalculator } from '#server/executions/ledger/types.ts';
import type { VersionInForce } from '#server/executions/ledger/versions-in-force.server.ts';
import {
  classifyDueFires,
  type Candidate,
  type MissedRow,
} from '#server/executions/planning/classify-due-fires.server.ts';
import { isNamed, nextInstants } from '#server/executions/planning/next-instants.server.ts';
import type { ExecutionCompletion } from '#server/executions/recording/end-executions.server.ts';
import { overlapPolicy } from './overlap-policy.server.ts';

/** Snapshot of one job under its lock. */
export interface ClaimSnapshot {
  job: JobFacts;
  versions: VersionInForce[];
  /** Open rows: calls in flight, executions between attempts, queued ones. */
  unfinishedRows: LedgerRow[];
  /** Rows the asked instants have already. */
  rowsAt: LedgerRow[];
  /** Instants the owner wants left out. */
  skips: Set<number>;
}

export type Decision =
  | { kind: 'answer'; claim: Claim }
  /** Claimed by this worker before, and it never learned of it. */
  | { kind: 'again'; row: LedgerRow }
  | { kind: 'row'; fire: NewFire }
  /** It was queued, and its turn has come. */
  | { kind: 'unqueue'; held: HeldFire; row: LedgerRow }
  /** It was queued, and will not run. */
  | { kind: 'end'; end: ExecutionCompletion };

export interface JobDecisions {
  decisions: { held: HeldFire; decision: Decision }[];
  missed: MissedRow[];
  /** Executions superseded by another fire: those between attempts, or blocked by a limit. */
  displaced: ExecutionCompletion[];
  advance: Advance | null;
}

/** The claim pass over the fires of one job (engine.md sections 3 and 4). */
export function decideFires({
  snapshot,
  fires,
  now,
  schedule,
  lateLimitMs,
  isLostResponse,
  admit,
}: {
  snapshot: ClaimSnapshot;
  fires: HeldFire[];
  now: number;
  schedule: ScheduleCalculator;
  lateLimitMs: number;
  /** Reports whether a running row is this worker's, without this worker knowing of it. */
  isLostResponse: (row: LedgerRow) => boolean;
  /** Reports whether the limits let this job's next call go. */
  admit: () => boolean;
}): JobDecisions {
  const { job, versions, rowsAt } = snapshot;
  let accountedUntil = job.accountedUntil.getTime();
  const taken = new Set<number>();
  const place = overlapPolicy({ snapshot, now, admit });
  const result: JobDecisions = { decisions: [], missed: [], displaced: place.displaced, advance: null };

  const decideNew = (held: HeldFire): Decision => {
    const at = held.scheduledFor;
    if (at <= accountedUntil) return { kind: 'answer', claim: { kind: 'changed' } };
    const until = Math.max(now, at);
    const { catchUp } = job;
    const past = classifyDueFires({
      accountedUntil,
      versions,
      until,
      held: at,
      now,
      schedule,
      lateLimitMs,
      catchUp,
    });
    result.missed.push(...past.missed);
    const [first] = past.candidates;
    accountedUntil = first ? first.scheduledFor - 1 : until;
    const [next = null] = nextInstants({
      job,
      after: Math.max(accountedUntil, first?.scheduledFor ?? 0),
      count: 1,
      schedule,
    });
    result.advance = { jobId: job.jobId, accountedUntil, nextRunAt: first?.scheduledFor ?? next };
    if (first?.scheduledFor !== at) {
      const isLater = past.candidates.some(({ scheduledFor }) => scheduledFor === at);
      return { kind: 'answer', claim: { kind: isLater ? 'busy' : 'changed' } };
    }
    const fire = { ...fireOf({ held, job, first }), deadlineAt: next };
    const state = place.stateOf({ fire, isOneOfAll: catchUp === 'all' && first.trigger === 'catch_up' });
    if (state === 'later') return { kind: 'answer', claim: { kind: 'busy' } };
    accountedUntil = at;
    result.advance = { jobId: job.jobId, accountedUntil, nextRunAt: next };
    return { kind: 'row', fire: { ...fire, ...state } };
  };

  const decide = (held: HeldFire): Decision => {
    const at = held.scheduledFor;
    if (taken.has(at)) return { kind: 'answer', claim: { kind: 'busy' } };
    taken.add(at);
    const row = rowsAt.find((one) => one.scheduledFor?.getTime() === at);
    if (!row) return decideNew(held);
    if (isQueued(row)) return place.decideQueued({ held, row, isHolding: isNamed({ job, at, schedule }) });
    const recorded = recordedOf(row);
    if (recorded) return { kind: 'answer', claim: { kind: 'recorded', recorded } };
    if (isLostResponse(row)) return { kind: 'again', row };
    return { kind: 'answer', claim: { kind: 'busy' } };
  };

  for (const held of [...fires].sort((a, b) => a.scheduledFor - b.scheduledFor)) {
    result.decisions.push({ held, decision: decide(held) });
  }
  return result;
}

function fireOf({ held, job, first }: { held: HeldFire; job: JobFacts; first: Candidate }) {
  const { jobId, scheduledFor, workflowId, runId, activityId } = held;
  const ref = { workflowId, runId, activityId };
  return { jobId, scheduledFor, trigger: first.trigger, version: job.version, ref };
}
