import {
  CancellationScope,
  ChildWorkflowFailure,
  condition,
  defineSignal,
  isCancellation,
  makeContinueAsNewFunc,
  setHandler,
  upsertMemo,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { callers, ledger } from './activities.ts';
import { followAttempts, openWaiting } from './attempts.ts';
import { beginAlone } from './begin-alone.ts';
import {
  type Chain,
  hold,
  isOpen,
  isShownStale,
  openChain,
  situationOf,
  onFireResult,
  takeApart,
  takeOut,
  takeOutcome,
  takeSync,
} from './chain.ts';
import {
  type ChainState,
  type FireAlone,
  newestRules,
  type PlannedFire,
  type SyncMessage,
  syncSignal,
} from './contract.ts';
import { memoOf, searchAttributesOf, searchUpdatesOf, shownOf } from './memo.ts';
import { nextStep } from './next-step.ts';

/**
 * The chain of one job: open from its creation to its deletion, each run hands out one fire or,
 * where they are close together, some twenty. PostgreSQL decides what is called; this is the clock.
 */
export async function job(given: ChainState): Promise<void> {
  const chain = openChain({ given, waiting: openWaiting() });
  setHandler(defineSignal<[SyncMessage]>(syncSignal), (message) => takeSync(chain, message));

  for (;;) {
    if (chain.isDirty) await plan(chain);
    if (chain.isGone && chain.inHand === 0) return;
    if (chain.isDirty) continue;

    const step = nextStep(situationOf(chain));
    if (step.kind === 'continue') return goOn({ chain, at: step.at });
    showOperators(chain);
    if (step.kind === 'fire') void handOut({ chain, fire: step.fire });
    else await somethingHappens({ chain, ms: step.ms });
  }
}

async function plan(chain: Chain) {
  // A fire that was named and did not hold, again and again: something disagrees, and haste does not help.
  if (chain.changesInRow > 1) {
    const pauseMs = Math.min(1000 * 2 ** (chain.changesInRow - 2), 60_000);
    await condition(() => chain.changesInRow === 0, pauseMs);
  }
  chain.isDirty = false;
  const inHand = [...chain.held, ...chain.apart];
  const planned = await ledger.planNextFire({ tag: 1, jobId: chain.state.jobId, inHand });
  if (planned.kind === 'gone') {
    chain.isGone = true;
    chain.state = { ...chain.state, fires: [] };
    return;
  }
  chain.isGone = false;
  chain.known = Math.max(chain.known, planned.facts.version);
  const fires = planned.fires.filter((fire) => isOpen(chain, fire));
  chain.state = { ...chain.state, facts: planned.facts, fires };
}

/** Follows one fire to its end while the chain goes on. */
async function handOut({ chain, fire }: { chain: Chain; fire: PlannedFire }) {
  const { jobId, facts } = chain.state;
  if (!facts) return;
  const { scheduledFor } = fire;
  const { version, cron, timeZone, timeoutSeconds, graceMs } = facts;
  const order = { tag: 1 as const, jobId, scheduledFor, version, cron, timeZone };
  takeOut(chain, fire);
  if (facts.overlap === 'allow') return handOver({ chain, order: { ...order, timeoutSeconds, graceMs } });
  hold(chain, fire);
  chain.inHand += 1;
  try {
    const result = await callers({ scheduledFor, timeoutSeconds, graceMs }).fire(order);
    onFireResult(chain, { scheduledFor, version, result });
    if (result.kind !== 'retry') return;
    const { waiting } = chain;
    const last = await followAttempts({ first: result, jobId, timeoutSeconds, graceMs, waiting });
    if (last.kind === 'ended') takeOutcome(chain, last.outcome);
  } catch (error) {
    // A cancelled chain ends by itself; whatever else came is a defect that Temporal has to show.
    if (!isCancellation(error)) throw error;
  } finally {
    chain.inHand -= 1;
    chain.moves += 1;
  }
}

/** Hands a fire that may run beside others to a workflow of its own; the chain plans on at once. */
async function handOver({ chain, order }: { chain: Chain; order: FireAlone }) {
  const { scheduledFor } = order;
  const isCaughtUp = scheduledFor <= Date.now();
  chain.apart.add(scheduledFor);
  chain.latest = Math.max(chain.latest, scheduledFor);
  if (chain.state.fires.length === 0) chain.isDirty = true;
  chain.inHand += 1;
  try {
    const child = await beginAlone({ order, state: chain.state }).finally(() => {
      chain.inHand -= 1;
      chain.moves += 1;
    });
    // What an older one comes to, an earlier run of the chain has asked for.
    if (!child) return;
    takeApart(chain, { scheduledFor, result: await child.result() });
    // There may be another one to catch up.
    if (isCaughtUp) chain.isDirty = true;
  } catch (error) {
    if (isCancellation(error) && CancellationScope.current().consideredCancelled) return;
    // Ended from outside: the ledger says what has become of the fire.
    if (error instanceof ChildWorkflowFailure) takeApart(chain, { scheduledFor, result: null });
    else throw error;
  }
}

async function somethingHappens({ chain, ms }: { chain: Chain; ms: number | undefined }) {
  const { moves } = chain;
  const hasMoved = () => chain.moves !== moves || chain.isDirty;
  if (ms === undefined) await condition(hasMoved);
  else await condition(hasMoved, ms);
}

/** Ends this run; the server begins the next one at that instant, and nothing of the job is in memory meanwhile. */
function goOn({ chain: { state }, at }: { chain: Chain; at: number }): Promise<never> {
  const backoffMs = Math.max(at - Date.now(), 0);
  return makeContinueAsNewFunc<typeof job>({
    ...(backoffMs > 0 && { backoffStartInterval: backoffMs }),
    memo: memoOf(state),
    typedSearchAttributes: searchAttributesOf(state),
  })({ ...state, rules: newestRules, sleptUntil: at });
}

function showOperators(chain: Chain) {
  if (!isShownStale(chain)) return;
  chain.shown = shownOf(chain.state);
  upsertMemo(memoOf(chain.state));
  upsertSearchAttributes(searchUpdatesOf(chain.state));
}
