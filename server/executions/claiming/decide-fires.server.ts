import type { Advance } from '#server/executions/ledger/advance-states.server.ts';
import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';
import { isQueued, type LedgerRow, recordedOf } from '#server/executions/ledger/ledger-rows.server.ts';
import type { HeldFire, ScheduleCalculator } from '#server/executions/ledger/types.ts';
import {
  classifyDueFires,
  type Candidate,
  type MissedRow,
} from '#server/executions/planning/classify-due-fires.server.ts';
import { isNamed, nextInstants } from '#server/executions/planning/next-instants.server.ts';
import type { ExecutionCompletion } from '#server/executions/recording/end-executions.server.ts';
import type { ClaimSnapshot } from './load-snapshots.server.ts';
import { type Decision, overlapPolicy } from './overlap-policy.server.ts';

export interface JobDecisions {
  decisions: { held: HeldFire; decision: Decision }[];
  missed: MissedRow[];
  /** Executions superseded by another fire: those between attempts, or blocked by a limit. */
  displaced: ExecutionCompletion[];
  advance: Advance | null;
}

interface Deciding {
  snapshot: ClaimSnapshot;
  now: number;
  schedule: ScheduleCalculator;
  lateLimitMs: number;
  /** Reports whether a running row is this worker's, without this worker knowing of it. */
  isLostResponse: (row: LedgerRow) => boolean;
  /** Reports whether the limits let this job's next call go. */
  admit: () => boolean;
}

/** Decides the fires of one job that are claimed together (engine.md sections 3 and 4). */
export function decideFires({ fires, ...deciding }: Deciding & { fires: HeldFire[] }): JobDecisions {
  const { snapshot, schedule, isLostResponse } = deciding;
  const taken = new Set<number>();
  const place = overlapPolicy(deciding);
  const result: JobDecisions = { decisions: [], missed: [], displaced: place.displaced, advance: null };
  const decideNew = createNewFireDecider({ ...deciding, place, result });

  const decide = (held: HeldFire): Decision => {
    const at = held.scheduledFor;
    if (taken.has(at)) return { kind: 'claim', claim: { kind: 'busy' } };
    taken.add(at);
    const row = snapshot.rowsAt.find((one) => one.scheduledFor?.getTime() === at);
    if (!row) return decideNew(held);
    if (isQueued(row))
      return place.decideQueued({ held, row, isHolding: isNamed({ job: snapshot.job, at, schedule }) });
    const recorded = recordedOf(row);
    if (recorded) return { kind: 'claim', claim: { kind: 'recorded', recorded } };
    if (isLostResponse(row)) return { kind: 'again', row };
    return { kind: 'claim', claim: { kind: 'busy' } };
  };

  for (const held of [...fires].sort((a, b) => a.scheduledFor - b.scheduledFor)) {
    result.decisions.push({ held, decision: decide(held) });
  }
  return result;
}

/** Decides fires that have no row yet, soonest first: each begins where the one before left the job accounted for. */
function createNewFireDecider({
  snapshot: { job, versions },
  now,
  schedule,
  lateLimitMs,
  place,
  result,
}: Deciding & { place: ReturnType<typeof overlapPolicy>; result: JobDecisions }) {
  const { catchUp } = job;
  let accountedUntil = job.accountedUntil.getTime();

  return (held: HeldFire): Decision => {
    const at = held.scheduledFor;
    if (at <= accountedUntil) return { kind: 'claim', claim: { kind: 'changed' } };
    const until = Math.max(now, at);
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
    const after = Math.max(accountedUntil, first?.scheduledFor ?? 0);
    const [next = null] = nextInstants({ job, after, count: 1, schedule });
    result.advance = { jobId: job.jobId, accountedUntil, nextRunAt: first?.scheduledFor ?? next };
    if (first?.scheduledFor !== at) {
      const isLater = past.candidates.some(({ scheduledFor }) => scheduledFor === at);
      return { kind: 'claim', claim: { kind: isLater ? 'busy' : 'changed' } };
    }
    const fire = { ...fireOf({ held, job, first }), deadlineAt: next };
    const state = place.stateOf({ fire, isOneOfAll: catchUp === 'all' && first.trigger === 'catch_up' });
    if (state === 'later') return { kind: 'claim', claim: { kind: 'busy' } };
    accountedUntil = at;
    result.advance = { jobId: job.jobId, accountedUntil, nextRunAt: next };
    return { kind: 'row', fire: { ...fire, ...state } };
  };
}

function fireOf({ held, job, first }: { held: HeldFire; job: LedgerJob; first: Candidate }) {
  const { jobId, scheduledFor } = held;
  return { jobId, scheduledFor, trigger: first.trigger, version: job.version };
}
