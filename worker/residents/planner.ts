import { setTimeout as sleep } from 'node:timers/promises';
import { apiStatus } from '#domain/outcome.ts';
import { minuteMs } from '#domain/time/units.ts';
import type { FirePlan, PlannedJob, WaitingFire } from '#server/executions/ledger/types.ts';
import type { ActivityDeps } from '#worker/activities/deps.ts';
import { nearMs } from '#workflows/next-step.ts';
import type { Resident } from './types.ts';

const againMs = 1_000;
/** This many fires in a row may turn out changed before planning slows down. */
const mostChanges = 2;

interface PlannerParts extends Pick<ActivityDeps, 'planFires' | 'isClosing' | 'onError'> {
  now: () => number;
  hold: (resident: Resident, scheduledFor: number) => void;
  /** Makes the repeated call of a fire whose worker was lost. */
  repeat: (resident: Resident, waiting: WaitingFire) => Promise<void>;
  /** Leaves an attempt to the workflow. */
  handOver: (resident: Resident, waiting: WaitingFire) => void;
  /** Ends the residency of a job without a fire ahead. */
  settle: (resident: Resident) => void;
}

/** Plans the fires of a job in the ledger, which settles the past first; one plan at a time for each job. */
export function createPlanner(parts: PlannerParts) {
  const { planFires, isClosing, onError, settle } = parts;

  async function plan(resident: Resident): Promise<void> {
    if (resident.isPlanning) {
      resident.isPlanAgain = true;
      return;
    }
    resident.isPlanning = true;
    resident.isPlanAgain = false;
    try {
      await pause(resident);
      const planned = resident.isGone ? null : await planFires(resident.jobId);
      // Another worker may have taken it meanwhile.
      if (planned && !resident.isGone) applyPlan(parts, { resident, plan: planned });
    } catch (error) {
      onError(error);
      resident.isPlanAgain = true;
      await sleep(againMs, undefined, { ref: false });
    } finally {
      resident.isPlanning = false;
    }
    if (resident.isGone || isClosing()) return;
    if (resident.isPlanAgain) void plan(resident);
    else settle(resident);
  }

  return { plan };
}

/** Slows down if fires repeatedly turn out changed: ledger and plan disagree. */
async function pause({ changesInRow }: Resident) {
  if (changesInRow <= mostChanges) return;
  const waitMs = againMs * 2 ** (changesInRow - mostChanges - 1);
  await sleep(Math.min(waitMs, minuteMs), undefined, { ref: false });
}

function applyPlan(
  { now, hold, repeat, handOver }: PlannerParts,
  { resident, plan }: { resident: Resident; plan: FirePlan },
) {
  // The last report of the job ends the wait of its workflow, which then plans and ends.
  if (plan.kind === 'gone') {
    Object.assign(resident, { cron: null, farFire: null });
    return;
  }
  const { version, cron, timeZone, overlap, tier } = plan;
  noteShown(resident, plan);
  const newest = Math.max(resident.newest, version);
  const isPaused = plan.status !== 'active';
  Object.assign(resident, { version, cron, isPaused, timeZone, overlap, tier, newest });
  for (const waiting of plan.waiting) {
    const isKnown = resident.waiting.some(({ executionId }) => executionId === waiting.executionId);
    if (isKnown || resident.followed.includes(waiting.executionId)) continue;
    if (waiting.retryAt <= now()) void repeat(resident, waiting);
    else handOver(resident, waiting);
  }
  resident.farFire = null;
  if (plan.kind === 'idle') return;
  for (const { scheduledFor } of plan.fires) {
    if (scheduledFor - now() < nearMs) hold(resident, scheduledFor);
    else resident.farFire ??= scheduledFor;
  }
}

/** Assumes that Temporal shows the ledger's last outcome of a job that was taken over from another worker. */
function noteShown(resident: Resident, { tier, lastOutcome }: PlannedJob) {
  if (resident.tier !== null && resident.tier !== tier) resident.isShownUnsure = true;
  if (resident.version > 0 || resident.shownOutcome !== null) return;
  resident.shownOutcome = lastOutcome;
  // The report of a failure may have been lost with the last worker.
  if (apiStatus(lastOutcome) === 'failed') resident.isShownUnsure = true;
}
