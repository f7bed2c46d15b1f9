import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '#domain/time/units.ts';
import type { FirePlan, Recorded, WaitingFire } from '#server/executions/ledger/types.ts';
import { claimSoon } from '#worker/activities/claim-soon.ts';
import type { ActivityDeps } from '#worker/activities/deps.ts';
import { makeCall } from '#worker/activities/make-call.ts';
import type { Launch } from '#worker/launch-pad/types.ts';
import { nearMs } from '#workflows/next-step.ts';
import { isChange } from './outcome-change.ts';
import type { Resident } from './types.ts';

const againMs = 1_000;
/** Two claim passes a second and a half apart; the last one ends a fire still held by a limit. */
const lastPassesMs = 3_000;
/** Never aborts: a delete or a shutdown cuts off calls by their job. */
const never = new AbortController().signal;

export interface FiringParts extends Pick<
  ActivityDeps,
  | 'schedule'
  | 'pad'
  | 'calls'
  | 'gate'
  | 'callOut'
  | 'hasLease'
  | 'isClosing'
  | 'planFires'
  | 'claimAttempt'
  | 'record'
  | 'onError'
> {
  now: () => number;
  /** Temporal is to hear of this job. */
  report: (resident: Resident) => void;
}

/** Fires the jobs of this worker: holds each next instant in the launch pad, calls, records, and goes on. */
export function createFiring(parts: FiringParts) {
  const { pad, now, report, onError } = parts;
  const planner = createPlanner({ ...parts, hold, settle, repeat, handOver });

  function hold(resident: Resident, scheduledFor: number) {
    if (resident.held.includes(scheduledFor)) return;
    resident.held.push(scheduledFor);
    void fire({ resident, scheduledFor });
  }

  /** Follows one fire from the launch pad to its record. */
  async function fire({ resident, scheduledFor }: { resident: Resident; scheduledFor: number }) {
    const { jobId, version } = resident;
    const onWaiting = () => aimAfter(resident, scheduledFor);
    try {
      const launch = await pad.launch({ jobId, scheduledFor, version }, { onWaiting });
      if (launch.kind === 'retry_later') {
        await sleep(delayOf({ ...parts, resident, scheduledFor, ms: launch.ms }), undefined, { ref: false });
        if (!resident.isGone) return await fire({ resident, scheduledFor });
      }
      release(resident, scheduledFor);
      await apply({ resident, scheduledFor, launch });
    } catch (error) {
      release(resident, scheduledFor);
      // The pad is closing, or a newer request has replaced this one.
      if (!parts.isClosing()) onError(error);
    }
    settle(resident);
  }

  async function apply({
    resident,
    scheduledFor,
    launch,
  }: {
    resident: Resident;
    scheduledFor: number;
    launch: Launch;
  }) {
    if (launch.kind === 'changed') {
      resident.changesInRow += 1;
      void planner.plan(resident);
    } else if (launch.kind === 'recorded') {
      aimAfter(resident, scheduledFor);
      await onRecorded(resident, launch.recorded);
    } else if (launch.kind === 'call') {
      const { call } = launch;
      resident.tier = call.tier;
      resident.newest = Math.max(resident.newest, call.jobVersion);
      resident.callsOut += 1;
      // The next fire is in the pad as soon as this call leaves: the next claim decides about an overlap.
      const calling = makeCall({ deps: parts, call, until: never }).finally(() => (resident.callsOut -= 1));
      aimAfter(resident, scheduledFor);
      await onRecorded(resident, await calling);
    }
  }

  /** Holds the next fire after an instant; plans if it is due already, or if the job has changed. */
  function aimAfter(resident: Resident, scheduledFor: number) {
    const { cron, timeZone } = resident;
    if (resident.isGone || resident.isEnding) return;
    if (cron === null || resident.version < resident.newest) return void planner.plan(resident);
    const [next] = parts.schedule.nextFires({ cron, timeZone, after: scheduledFor, count: 1 });
    if (next === undefined || next <= now()) return void planner.plan(resident);
    if (next - now() < nearMs) hold(resident, next);
  }

  async function onRecorded(resident: Resident, recorded: Recorded) {
    resident.hasRun = true;
    resident.changesInRow = 0;
    if (recorded.outcome === null) {
      await follow(resident, recorded);
      return;
    }
    const { shownOutcome, isShownUnsure } = resident;
    resident.lastOutcome = recorded.outcome;
    if (isShownUnsure || isChange(shownOutcome, recorded.outcome) || resident.reportAt <= now())
      report(resident);
  }

  /** A further attempt is the workflow's to follow; one that is due since the loss of its worker is made at once. */
  async function follow(resident: Resident, waiting: WaitingFire) {
    const { executionId, retryAt } = waiting;
    if (resident.followed.includes(executionId)) return;
    if (retryAt <= now()) return repeat(resident, waiting);
    handOver(resident, waiting);
  }

  function handOver(resident: Resident, { executionId, retryAt, made }: WaitingFire) {
    resident.waiting.push({ executionId, retryAt, made });
    resident.lastOutcome = null;
    resident.isShownUnsure = true;
    report(resident);
  }

  async function repeat(resident: Resident, waiting: WaitingFire) {
    const { jobId } = resident;
    const { executionId, made } = waiting;
    const held = { executionId, attempt: made + 1, ref: null };
    resident.followed = [...resident.followed.slice(-9), executionId];
    resident.callsOut += 1;
    try {
      const claim = () => parts.claimAttempt(held);
      const claimed = await claimSoon({ deps: parts, jobId, until: never, claim });
      if (claimed.kind === 'call') {
        const recorded = await makeCall({ deps: parts, call: claimed.call, until: never });
        resident.followed = resident.followed.filter((id) => id !== executionId);
        await onRecorded(resident, recorded);
      } else if (claimed.kind === 'recorded') await onRecorded(resident, claimed.recorded);
    } catch (error) {
      onError(error);
      handOver(resident, waiting);
    } finally {
      resident.callsOut -= 1;
      settle(resident);
    }
  }

  /** Without a fire ahead, the job leaves this worker. */
  function settle(resident: Resident) {
    const { held, callsOut, isPlanning, isEnding, isGone } = resident;
    if (held.length > 0 || callsOut > 0 || isPlanning || isEnding || isGone || pad.isClosing()) return;
    resident.isEnding = true;
    report(resident);
  }

  return { plan: planner.plan };
}

function release(resident: Resident, scheduledFor: number) {
  resident.held = resident.held.filter((instant) => instant !== scheduledFor);
}

/** The fire is handed in again after its wait, or in time for the last claim passes before the next one is due. */
function delayOf({
  schedule,
  now,
  resident: { cron, timeZone },
  scheduledFor,
  ms,
}: Pick<FiringParts, 'schedule' | 'now'> & { resident: Resident; scheduledFor: number; ms: number }): number {
  const [next = Infinity] =
    cron === null ? [] : schedule.nextFires({ cron, timeZone, after: scheduledFor, count: 1 });
  return Math.min(ms, Math.max(next - now() - lastPassesMs, againMs));
}

interface PlannerParts extends FiringParts {
  hold: (resident: Resident, scheduledFor: number) => void;
  settle: (resident: Resident) => void;
  repeat: (resident: Resident, waiting: WaitingFire) => Promise<void>;
  handOver: (resident: Resident, waiting: WaitingFire) => void;
}

/** Plans the fires of a job in the ledger, which settles the past first; one plan at a time for each job. */
function createPlanner(parts: PlannerParts) {
  const { planFires, isClosing, onError } = parts;

  async function plan(resident: Resident) {
    if (resident.isPlanning) {
      resident.isPlanAgain = true;
      return;
    }
    resident.isPlanning = true;
    resident.isPlanAgain = false;
    try {
      await pause(resident);
      if (!resident.isGone) applyPlan({ ...parts, resident, plan: await planFires(resident.jobId) });
    } catch (error) {
      onError(error);
      resident.isPlanAgain = true;
      await sleep(againMs, undefined, { ref: false });
    } finally {
      resident.isPlanning = false;
    }
    if (resident.isGone || isClosing()) return;
    if (resident.isPlanAgain) void plan(resident);
    else parts.settle(resident);
  }

  return { plan };
}

/** Fires that repeatedly did not hold: ledger and plan disagree. */
async function pause({ changesInRow }: Resident) {
  if (changesInRow < 3) return;
  await sleep(Math.min(againMs * 2 ** (changesInRow - 3), minuteMs), undefined, { ref: false });
}

function applyPlan({
  now,
  hold,
  repeat,
  handOver,
  resident,
  plan,
}: PlannerParts & { resident: Resident; plan: FirePlan }) {
  // Its last report ends the workflow's wait: the workflow finds out by itself.
  if (plan.kind === 'gone') return;
  const { version, cron, timeZone, tier, lastOutcome, waiting } = plan;
  if (resident.version === 0) resident.shownOutcome ??= lastOutcome;
  Object.assign(resident, { version, cron, timeZone, tier, newest: Math.max(resident.newest, version) });
  for (const one of waiting) {
    const isKnown = resident.waiting.some(({ executionId }) => executionId === one.executionId);
    if (isKnown || resident.followed.includes(one.executionId)) continue;
    if (one.retryAt <= now()) void repeat(resident, one);
    else handOver(resident, one);
  }
  if (plan.kind === 'idle') return;
  const near = plan.fires.filter(({ scheduledFor }) => scheduledFor - now() < nearMs);
  for (const { scheduledFor } of near) hold(resident, scheduledFor);
}
