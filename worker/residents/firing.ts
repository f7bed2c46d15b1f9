import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded, WaitingFire } from '#server/executions/ledger/types.ts';
import { claimSoon } from '#worker/activities/claim-soon.ts';
import type { ActivityDeps } from '#worker/activities/deps.ts';
import { makeCall } from '#worker/activities/make-call.ts';
import type { Launch } from '#worker/launch-pad/types.ts';
import { nearMs } from '#workflows/next-step.ts';
import { isChange } from './outcome-change.ts';
import { createPlanner } from './planner.ts';
import { rememberFollowed, type Resident } from './types.ts';

const shortestMs = 1_000;
/** Two claim passes a second and a half apart; the last one ends a fire still held by a limit. */
const lastPassesMs = 3_000;

export interface FiringParts extends Pick<
  ActivityDeps,
  | 'schedule'
  | 'pad'
  | 'calls'
  | 'gate'
  | 'callOut'
  | 'afterBurst'
  | 'hasLease'
  | 'isClosing'
  | 'planFires'
  | 'claimAttempt'
  | 'record'
  | 'onError'
> {
  now: () => number;
  /** Requests a report to Temporal about this job. */
  report: (resident: Resident) => void;
}

interface Firing extends FiringParts {
  plan: (resident: Resident) => Promise<void>;
  /** Fires and repeated calls whose outcome is not recorded yet, or not passed on. */
  unsettled: Set<Promise<void>>;
}

interface HeldInstant {
  resident: Resident;
  scheduledFor: number;
}

/** Fires the jobs of this worker: holds each next instant in the launch pad, calls, records, and goes on. */
export function createFiring(parts: FiringParts) {
  const unsettled: Firing['unsettled'] = new Set();
  const firing: Firing = { ...parts, unsettled, plan: (resident) => planner.plan(resident) };
  const planner = createPlanner({
    ...parts,
    hold: (resident, scheduledFor) => hold(firing, { resident, scheduledFor }),
    repeat: (resident, waiting) => track(firing, repeat(firing, { resident, waiting })),
    handOver: (resident, waiting) => handOver(firing, { resident, waiting }),
    settle: (resident) => settle(firing, resident),
  });
  return {
    plan: planner.plan,
    /** Resolves once each call that has ended is recorded, and its further attempt is on its way to Temporal. */
    settled: (): Promise<unknown> => Promise.allSettled(unsettled),
  };
}

function track({ unsettled }: Firing, work: Promise<void>): Promise<void> {
  const tracked = work.finally(() => unsettled.delete(tracked));
  unsettled.add(tracked);
  return tracked;
}

function hold(firing: Firing, { resident, scheduledFor }: HeldInstant) {
  // A job that was about to leave stays: it was resumed before its report arrived, for example while Temporal was away.
  resident.isEnding = false;
  if (resident.held.includes(scheduledFor)) return;
  resident.held.push(scheduledFor);
  void fire(firing, { resident, scheduledFor });
}

/** Follows one fire from the launch pad to its record. */
async function fire(firing: Firing, held: HeldInstant): Promise<void> {
  const { resident, scheduledFor } = held;
  const { jobId, version } = resident;
  const onWaiting = () => {
    aimAfter(firing, held);
  };
  try {
    const launch = await firing.pad.launch({ jobId, scheduledFor, version }, { onWaiting });
    if (launch.kind === 'retry_later') {
      await sleep(delayOf(firing, { ...held, ms: launch.ms }), undefined, { ref: false });
      if (!resident.isGone) {
        await fire(firing, held);
        return;
      }
    }
    release(held);
    await track(firing, apply(firing, { ...held, launch }));
  } catch (error) {
    release(held);
    // A pad that closes rejects what it holds.
    if (!firing.pad.isClosing()) firing.onError(error);
  }
  settle(firing, resident);
}

function release({ resident, scheduledFor }: HeldInstant) {
  resident.held = resident.held.filter((instant) => instant !== scheduledFor);
}

/** Delay until the fire is handed in again: its wait, or less, in time for the last claim passes before the next. */
function delayOf(
  { schedule, now }: Firing,
  { resident, scheduledFor, ms }: HeldInstant & { ms: number },
): number {
  const { cron, timeZone } = resident;
  const [next = Infinity] =
    cron === null ? [] : schedule.nextFires({ cron, timeZone, after: scheduledFor, count: 1 });
  return Math.min(ms, Math.max(next - now() - lastPassesMs, shortestMs));
}

async function apply(firing: Firing, { launch, ...held }: HeldInstant & { launch: Launch }) {
  const { resident } = held;
  if (launch.kind === 'changed') {
    // After an edit this is no disagreement of plan and ledger.
    if (resident.version >= resident.newest) resident.changesInRow += 1;
    void firing.plan(resident);
  } else if (launch.kind === 'recorded') {
    aimAfter(firing, held);
    await onRecorded(firing, { resident, recorded: launch.recorded });
  } else if (launch.kind === 'call') {
    const { call } = launch;
    if (resident.tier !== call.tier) resident.isShownUnsure = true;
    resident.tier = call.tier;
    resident.newest = Math.max(resident.newest, call.jobVersion);
    resident.callsOut += 1;
    // Its claim has ended older fires that waited for an attempt.
    resident.waiting = [];
    const calling = makeCall({ deps: firing, call });
    // The next fire is in the pad as soon as this call and its burst leave: its claim decides about an overlap.
    const aiming = firing.afterBurst.wait({ bytes: 0 }).then(() => aimBesideCall(firing, held));
    const recorded = await calling.finally(async () => {
      try {
        if (await aiming) void firing.plan(resident);
      } finally {
        resident.callsOut -= 1;
      }
    });
    await onRecorded(firing, { resident, recorded });
  }
}

/**
 * Holds the next fire while a call of the job is in flight. Without overlap, an instant that is already due is caught
 * up after the call; until then, only the next one of the schedule is held.
 * @returns true if the job has to be planned after the call
 */
function aimBesideCall(firing: Firing, { resident, scheduledFor }: HeldInstant): boolean {
  const { cron, timeZone, overlap, version, newest } = resident;
  const instant = firing.now();
  const nextAfter = (after: number) =>
    cron === null ? undefined : firing.schedule.nextFires({ cron, timeZone, after, count: 1 })[0];
  const next = nextAfter(scheduledFor);
  if (overlap === 'allow' || version < newest || next === undefined || next > instant) {
    aimAfter(firing, { resident, scheduledFor });
    return false;
  }
  aimAfter(firing, { resident, scheduledFor: instant });
  return true;
}

/** Holds the next fire after an instant; plans if it is already due, or if the job has changed. */
function aimAfter(firing: Firing, { resident, scheduledFor }: HeldInstant): void {
  const { cron, timeZone, isGone, isEnding, version, newest } = resident;
  if (isGone || isEnding) return;
  const isKnown = cron !== null && version >= newest;
  const [next] = isKnown ? firing.schedule.nextFires({ cron, timeZone, after: scheduledFor, count: 1 }) : [];
  const instant = firing.now();
  if (next === undefined || next <= instant) void firing.plan(resident);
  else if (next - instant < nearMs) hold(firing, { resident, scheduledFor: next });
  else resident.farFire = next;
}

async function onRecorded(
  firing: Firing,
  { resident, recorded }: { resident: Resident; recorded: Recorded },
): Promise<void> {
  resident.hasRun = true;
  resident.changesInRow = 0;
  if (recorded.outcome === null) return follow(firing, { resident, waiting: recorded });
  const { shownOutcome, isShownUnsure, reportAt } = resident;
  resident.lastOutcome = recorded.outcome;
  const isUpdate = isShownUnsure || isChange(shownOutcome, recorded.outcome);
  if (isUpdate || reportAt <= firing.now()) firing.report(resident);
}

interface WaitingOf {
  resident: Resident;
  waiting: WaitingFire;
}

/** Leaves a further attempt to the workflow; one that is due because its worker was lost is made at once. */
async function follow(firing: Firing, { resident, waiting }: WaitingOf): Promise<void> {
  if (resident.followed.includes(waiting.executionId)) return;
  if (waiting.retryAt <= firing.now()) await repeat(firing, { resident, waiting });
  else handOver(firing, { resident, waiting });
}

function handOver({ report }: Firing, { resident, waiting: { executionId, retryAt, made } }: WaitingOf) {
  resident.waiting.push({ executionId, retryAt, made });
  resident.lastOutcome = null;
  resident.isShownUnsure = true;
  report(resident);
}

/** Makes the repeated call of a fire whose worker was lost. */
async function repeat(firing: Firing, { resident, waiting }: WaitingOf): Promise<void> {
  const { jobId } = resident;
  const { executionId, made } = waiting;
  const held = { executionId, attempt: made + 1, ref: null };
  rememberFollowed(resident, [executionId]);
  resident.callsOut += 1;
  try {
    const claim = () => firing.claimAttempt(held);
    const claimed = await claimSoon({ deps: firing, jobId, claim });
    if (claimed.kind === 'recorded') await onRecorded(firing, { resident, recorded: claimed.recorded });
    if (claimed.kind !== 'call') return;
    const recorded = await makeCall({ deps: firing, call: claimed.call });
    resident.followed = resident.followed.filter((id) => id !== executionId);
    await onRecorded(firing, { resident, recorded });
  } catch (error) {
    firing.onError(error);
    handOver(firing, { resident, waiting });
  } finally {
    resident.callsOut -= 1;
    settle(firing, resident);
  }
}

/** Without a fire ahead, the job leaves this worker. */
function settle({ pad, report }: Firing, resident: Resident) {
  const { held, callsOut, isPlanning, isEnding, isGone } = resident;
  if (held.length > 0 || callsOut > 0 || isPlanning || isEnding || isGone || pad.isClosing()) return;
  resident.isEnding = true;
  report(resident);
}
