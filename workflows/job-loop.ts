import { workflowInfo } from '@temporalio/workflow';
import type { Waiting } from './attempts.ts';
import type { AttemptOutcome, JobLoopState, FireResult, PlannedFire, SyncMessage } from './contract.ts';
import { isMemoStale, type Shown, shownOf } from './memo.ts';
import type { Situation } from './next-step.ts';

/** State of a run of the job workflow. */
export interface JobLoop {
  state: JobLoopState;
  /** The newest planned or announced version. */
  known: number;
  /** A plan is due: the first run, a message, a fire no longer holds. */
  isDirty: boolean;
  isGone: boolean;
  /** Values shown to operators. */
  shown: Shown;
  /** Fires without a result of their first attempt. */
  held: Set<number>;
  /** Fires with a workflow of their own. */
  delegated: Set<number>;
  /** The latest dispatched fire: only its result gives the next ones. */
  latest: number;
  /** Lateness at dispatch of a fire in catch-up. */
  isCatchingUp: boolean;
  /** Fires in flight or between attempts. */
  inFlight: number;
  waiting: Waiting;
  firesInRun: number;
  /** Consecutive invalid fires: planning slows down before it spins. */
  changesInRow: number;
  /** Counts changes, for `waitForChange`. */
  revision: number;
}

export function createJobLoop({ given, waiting }: { given: JobLoopState; waiting: Waiting }): JobLoop {
  return {
    state: given,
    known: given.facts?.version ?? 0,
    isDirty: given.facts === null,
    isGone: false,
    shown: shownOf(given),
    held: new Set(),
    delegated: new Set(),
    latest: 0,
    isCatchingUp: false,
    inFlight: 0,
    waiting,
    firesInRun: 0,
    changesInRow: 0,
    revision: 0,
  };
}

/** Changes from the relay; known ones are ignored. */
export function onSync(loop: JobLoop, { epoch, version, isAgain }: SyncMessage) {
  const { state } = loop;
  const isNew = epoch > state.epoch || (epoch === state.epoch && version > loop.known);
  if (!isNew && !(isAgain && loop.held.size === 0)) return;
  if (isNew) loop.known = version;
  loop.state = { ...state, epoch: Math.max(epoch, state.epoch) };
  loop.isDirty = true;
  loop.changesInRow = 0;
  loop.revision += 1;
}

/** Removes a fire from the plan: it is being dispatched. */
export function removePlanned(loop: JobLoop, { scheduledFor }: PlannedFire) {
  const fires = loop.state.fires.filter((fire) => fire.scheduledFor !== scheduledFor);
  loop.state = { ...loop.state, fires };
  loop.firesInRun += 1;
}

/** Assigns a fire to an activity. */
export function holdFire(loop: JobLoop, { scheduledFor }: PlannedFire) {
  loop.held.add(scheduledFor);
  loop.latest = Math.max(loop.latest, scheduledFor);
  loop.isCatchingUp = scheduledFor < Date.now() - (loop.state.facts?.graceMs ?? 0);
  // A queued fire returns late: the fires after it are planned without it.
  const isQueueing = loop.state.facts?.overlap === 'queue' && loop.held.size > 1;
  if (isQueueing && loop.state.fires.length === 0) loop.isDirty = true;
}

/** Result of a fire's first attempt; `version` is the one it was dispatched under. */
export function onFireResult(
  loop: JobLoop,
  fire: { scheduledFor: number; version: number; result: FireResult },
) {
  const { scheduledFor, version, result } = fire;
  loop.held.delete(scheduledFor);
  loop.revision += 1;
  if (result.kind === 'changed') {
    planAgain(loop);
    return;
  }
  loop.changesInRow = 0;
  if (result.kind === 'ended') recordOutcome(loop, result.outcome);
  applyUpdate(loop, result);
  const isLatest = scheduledFor === loop.latest && version === loop.state.facts?.version;
  if (isLatest) loop.state = { ...loop.state, fires: result.fires.filter((fire) => isOpen(loop, fire)) };
  // An edit may have removed a later fire: then no result is the latest one's.
  const isLast = isLatest || loop.held.size === 0;
  if (isLast && loop.state.fires.length === 0) loop.isDirty = true;
}

/** Result of a fire with a workflow of its own; null without one. */
export function onChildResult(
  loop: JobLoop,
  { scheduledFor, result }: { scheduledFor: number; result: AttemptOutcome | null },
) {
  loop.delegated.delete(scheduledFor);
  loop.revision += 1;
  if (result?.kind !== 'ended') {
    planAgain(loop);
    return;
  }
  loop.changesInRow = 0;
  recordOutcome(loop, result.outcome);
}

function planAgain(loop: JobLoop) {
  loop.changesInRow += 1;
  loop.isDirty = true;
}

export function recordOutcome(loop: JobLoop, lastOutcome: NonNullable<JobLoopState['facts']>['lastOutcome']) {
  if (loop.state.facts) loop.state = { ...loop.state, facts: { ...loop.state.facts, lastOutcome } };
}

/** Facts that change without a new version of the job, from a result. */
function applyUpdate(loop: JobLoop, { graceMs, tier }: Pick<FireResult, 'graceMs' | 'tier'>) {
  const { facts } = loop.state;
  if (!facts) return;
  const update = { graceMs: graceMs ?? facts.graceMs, tier: tier ?? facts.tier };
  loop.state = { ...loop.state, facts: { ...facts, ...update } };
}

/** Reports whether a planned fire still has to be dispatched. */
export const isOpen = ({ held, delegated }: JobLoop, { scheduledFor }: PlannedFire) =>
  !held.has(scheduledFor) && !delegated.has(scheduledFor);

/** Reports whether the memo and search attributes have to be updated: each time is a write in Temporal's store. */
export const isShownStale = ({ shown, state }: JobLoop) => isMemoStale({ shown, state, now: Date.now() });

export function situationOf({ state, held, isCatchingUp, inFlight, firesInRun }: JobLoop): Situation {
  return {
    now: Date.now(),
    fires: state.fires,
    sleptUntil: state.sleptUntil,
    heldFor: held.size > 0 ? Math.max(...held) : null,
    isCatchingUp,
    inFlight,
    overlap: state.facts?.overlap ?? 'skip',
    timeoutSeconds: state.facts?.timeoutSeconds ?? 0,
    firesInRun,
    historyLength: workflowInfo().historyLength,
  };
}
