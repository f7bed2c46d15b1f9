import { workflowInfo } from '@temporalio/workflow';
import type { Waiting } from './attempts.ts';
import type { ChainState, FireAnswer, PlannedFire, SyncMessage } from './contract.ts';
import type { Situation } from './next-step.ts';

/** A run of a job's chain: what it was given, and what happens in it. */
export interface Chain {
  state: ChainState;
  /** The newest version that was planned or announced. */
  known: number;
  /** A plan is due: the first run, a message, a fire that no longer holds. */
  isDirty: boolean;
  isGone: boolean;
  /** What operators see is out of date. */
  isMemoStale: boolean;
  /** Fires whose first attempt has not been answered. */
  held: Set<number>;
  /** The latest fire that was handed out: only its answer tells what comes next. */
  latest: number;
  /** Fires that are out or wait for an attempt. */
  inHand: number;
  waiting: Waiting;
  firesInRun: number;
  /** Fires in a row that did not hold: planning slows down before it spins. */
  changesInRow: number;
  /** Counts whatever happens, for whoever waits. */
  moves: number;
}

export function openChain(given: ChainState): Chain {
  return {
    state: given,
    known: given.facts?.version ?? 0,
    isDirty: given.facts === null,
    isGone: false,
    isMemoStale: false,
    held: new Set(),
    latest: 0,
    inHand: 0,
    waiting: new Map(),
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

/** The answer to a fire's first attempt; `version` is the one that the fire was ordered under. */
export function takeAnswer(
  chain: Chain,
  fire: { scheduledFor: number; version: number; answer: FireAnswer },
) {
  const { scheduledFor, version, answer } = fire;
  chain.held.delete(scheduledFor);
  chain.moves += 1;
  if (answer.kind === 'changed') {
    chain.changesInRow += 1;
    chain.isDirty = true;
    return;
  }
  chain.changesInRow = 0;
  if (answer.kind === 'ended') takeOutcome(chain, answer.outcome);
  const isLatest = scheduledFor === chain.latest && version === chain.state.facts?.version;
  if (isLatest) chain.state = { ...chain.state, fires: answer.fires.filter((fire) => isOpen(chain, fire)) };
  // An edit may have taken a later fire away: then no answer is the latest one's.
  const isLast = isLatest || chain.held.size === 0;
  if (isLast && chain.state.fires.length === 0) chain.isDirty = true;
}

export function takeOutcome(chain: Chain, lastOutcome: NonNullable<ChainState['facts']>['lastOutcome']) {
  if (chain.state.facts) chain.state = { ...chain.state, facts: { ...chain.state.facts, lastOutcome } };
}

/** Whether a planned fire still has to be handed out. */
export const isOpen = (chain: Chain, { scheduledFor }: PlannedFire) => !chain.held.has(scheduledFor);

export function situationOf({ state, held, inHand, firesInRun }: Chain): Situation {
  return {
    now: Date.now(),
    fires: state.fires,
    sleptUntil: state.sleptUntil,
    heldFor: held.size > 0 ? Math.max(...held) : null,
    inHand,
    timeoutSeconds: state.facts?.timeoutSeconds ?? 0,
    graceMs: state.facts?.graceMs ?? 0,
    firesInRun,
    historyLength: workflowInfo().historyLength,
  };
}
