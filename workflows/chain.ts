import { workflowInfo } from '@temporalio/workflow';
import type { Waiting } from './attempts.ts';
import type { AttemptOutcome, ChainState, FireResult, PlannedFire, SyncMessage } from './contract.ts';
import { isStale, type Shown, shownOf } from './memo.ts';
import type { Situation } from './next-step.ts';

/** A run of a job's chain: what it was given, and what happens in it. */
export interface Chain {
  state: ChainState;
  /** The newest version that was planned or announced. */
  known: number;
  /** A plan is due: the first run, a message, a fire that no longer holds. */
  isDirty: boolean;
  isGone: boolean;
  /** What operators see. */
  shown: Shown;
  /** Fires whose first attempt has not been answered. */
  held: Set<number>;
  /** Fires with a workflow of their own. */
  apart: Set<number>;
  /** The latest fire that was handed out: only its answer tells what comes next. */
  latest: number;
  /** That fire was handed out so long after its instant that it is caught up. */
  isCatchingUp: boolean;
  /** Fires that are out or wait for an attempt. */
  inHand: number;
  waiting: Waiting;
  firesInRun: number;
  /** Fires in a row that did not hold: planning slows down before it spins. */
  changesInRow: number;
  /** Counts whatever happens, for whoever waits. */
  moves: number;
}

export function openChain({ given, waiting }: { given: ChainState; waiting: Waiting }): Chain {
  return {
    state: given,
    known: given.facts?.version ?? 0,
    isDirty: given.facts === null,
    isGone: false,
    shown: shownOf(given),
    held: new Set(),
    apart: new Set(),
    latest: 0,
    isCatchingUp: false,
    inHand: 0,
    waiting,
    firesInRun: 0,
    changesInRow: 0,
    moves: 0,
  };
}

/** News from the relay; what the chain knows already is ignored. */
export function takeSync(chain: Chain, { epoch, version, isAgain }: SyncMessage) {
  const { state } = chain;
  const isNews = epoch > state.epoch || (epoch === state.epoch && version > chain.known);
  if (!isNews && !(isAgain && chain.held.size === 0)) return;
  if (isNews) chain.known = version;
  chain.state = { ...state, epoch: Math.max(epoch, state.epoch) };
  chain.isDirty = true;
  chain.changesInRow = 0;
  chain.moves += 1;
}

/** Takes a fire out of the plan: it is being handed out. */
export function takeOut(chain: Chain, { scheduledFor }: PlannedFire) {
  const fires = chain.state.fires.filter((fire) => fire.scheduledFor !== scheduledFor);
  chain.state = { ...chain.state, fires };
  chain.firesInRun += 1;
}

/** Puts a fire into the hands of an activity. */
export function hold(chain: Chain, { scheduledFor }: PlannedFire) {
  chain.held.add(scheduledFor);
  chain.latest = Math.max(chain.latest, scheduledFor);
  chain.isCatchingUp = scheduledFor < Date.now() - (chain.state.facts?.graceMs ?? 0);
  // A fire that waits in the queue answers late: what comes after it is planned without it.
  const isQueueing = chain.state.facts?.overlap === 'queue' && chain.held.size > 1;
  if (isQueueing && chain.state.fires.length === 0) chain.isDirty = true;
}

/** The answer to a fire's first attempt; `version` is the one that the fire was ordered under. */
export function onFireResult(
  chain: Chain,
  fire: { scheduledFor: number; version: number; result: FireResult },
) {
  const { scheduledFor, version, result } = fire;
  chain.held.delete(scheduledFor);
  chain.moves += 1;
  if (result.kind === 'changed') {
    planAnew(chain);
    return;
  }
  chain.changesInRow = 0;
  if (result.kind === 'ended') takeOutcome(chain, result.outcome);
  takeNews(chain, result);
  const isLatest = scheduledFor === chain.latest && version === chain.state.facts?.version;
  if (isLatest) chain.state = { ...chain.state, fires: result.fires.filter((fire) => isOpen(chain, fire)) };
  // An edit may have taken a later fire away: then no answer is the latest one's.
  const isLast = isLatest || chain.held.size === 0;
  if (isLast && chain.state.fires.length === 0) chain.isDirty = true;
}

/** What became of a fire with a workflow of its own; null if that ended without an answer. */
export function takeApart(
  chain: Chain,
  { scheduledFor, result }: { scheduledFor: number; result: AttemptOutcome | null },
) {
  chain.apart.delete(scheduledFor);
  chain.moves += 1;
  if (result?.kind !== 'ended') {
    planAnew(chain);
    return;
  }
  chain.changesInRow = 0;
  takeOutcome(chain, result.outcome);
}

function planAnew(chain: Chain) {
  chain.changesInRow += 1;
  chain.isDirty = true;
}

export function takeOutcome(chain: Chain, lastOutcome: NonNullable<ChainState['facts']>['lastOutcome']) {
  if (chain.state.facts) chain.state = { ...chain.state, facts: { ...chain.state.facts, lastOutcome } };
}

/** What changes without a version of the job: an answer brings it. */
function takeNews(chain: Chain, { graceMs, tier }: Pick<FireResult, 'graceMs' | 'tier'>) {
  const { facts } = chain.state;
  if (!facts) return;
  const news = { graceMs: graceMs ?? facts.graceMs, tier: tier ?? facts.tier };
  chain.state = { ...chain.state, facts: { ...facts, ...news } };
}

/** Whether a planned fire still has to be handed out. */
export const isOpen = ({ held, apart }: Chain, { scheduledFor }: PlannedFire) =>
  !held.has(scheduledFor) && !apart.has(scheduledFor);

/** Whether what operators see has to be written anew: each time is a write in Temporal's store. */
export const isShownStale = ({ shown, state }: Chain) => isStale({ shown, state, now: Date.now() });

export function situationOf({ state, held, isCatchingUp, inHand, firesInRun }: Chain): Situation {
  return {
    now: Date.now(),
    rules: state.rules ?? 1,
    fires: state.fires,
    sleptUntil: state.sleptUntil,
    heldFor: held.size > 0 ? Math.max(...held) : null,
    isCatchingUp,
    inHand,
    overlap: state.facts?.overlap ?? 'skip',
    timeoutSeconds: state.facts?.timeoutSeconds ?? 0,
    graceMs: state.facts?.graceMs ?? 0,
    firesInRun,
    historyLength: workflowInfo().historyLength,
  };
}
