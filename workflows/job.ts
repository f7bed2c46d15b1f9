import {
  condition,
  defineSignal,
  isCancellation,
  makeContinueAsNewFunc,
  setHandler,
  upsertMemo,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { callers, planner } from './activities.ts';
import { followAttempts, retryNow } from './attempts.ts';
import { type Chain, isOpen, openChain, situationOf, takeAnswer, takeOutcome, takeSync } from './chain.ts';
import { type ChainState, type PlannedFire, retrySignal, type SyncMessage, syncSignal } from './contract.ts';
import { memoOf, searchAttributesOf, searchPairs } from './memo.ts';
import { nextStep } from './next-step.ts';

/**
 * The chain of one job: open from its creation to its deletion, each run hands out one fire or,
 * where they are close together, some twenty. PostgreSQL decides what is called; this is the clock.
 */
export async function job(given: ChainState): Promise<void> {
  const chain = openChain(given);
  setHandler(defineSignal<[SyncMessage]>(syncSignal), (message) => takeSync(chain, message));
  setHandler(defineSignal<[number]>(retrySignal), (executionId) =>
    retryNow({ waiting: chain.waiting, executionId }),
  );

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
  const planned = await planner.planNextFire({ tag: 1, jobId: chain.state.jobId });
  if (planned.kind === 'gone') {
    chain.isGone = true;
    chain.state = { ...chain.state, fires: [] };
    return;
  }
  chain.isGone = false;
  chain.known = Math.max(chain.known, planned.facts.version);
  chain.isMemoStale ||= planned.facts.version !== chain.state.facts?.version;
  const fires = planned.fires.filter((fire) => isOpen(chain, fire));
  chain.state = { ...chain.state, facts: planned.facts, fires };
}

/** Follows one fire to its end while the chain goes on. */
async function handOut({ chain, fire: { scheduledFor } }: { chain: Chain; fire: PlannedFire }) {
  const { jobId, facts } = chain.state;
  if (!facts) return;
  const { version, cron, timeZone, timeoutSeconds, graceMs } = facts;
  chain.state = {
    ...chain.state,
    fires: chain.state.fires.filter((fire) => fire.scheduledFor !== scheduledFor),
  };
  chain.held.add(scheduledFor);
  chain.latest = Math.max(chain.latest, scheduledFor);
  chain.inHand += 1;
  chain.firesInRun += 1;
  try {
    const limits = { scheduledFor, timeoutSeconds, graceMs };
    const answer = await callers(limits).fire({ tag: 1, jobId, scheduledFor, version, cron, timeZone });
    takeAnswer(chain, { scheduledFor, version, answer });
    if (answer.kind !== 'retry') return;
    const last = await followAttempts({
      first: answer,
      jobId,
      timeoutSeconds,
      graceMs,
      waiting: chain.waiting,
    });
    if (last.kind === 'ended') takeOutcome(chain, last.outcome);
  } catch (error) {
    // A cancelled chain ends by itself; whatever else came is a defect that Temporal has to show.
    if (!isCancellation(error)) throw error;
  } finally {
    chain.inHand -= 1;
    chain.moves += 1;
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
  })({ ...state, sleptUntil: at });
}

function showOperators(chain: Chain) {
  if (!chain.isMemoStale) return;
  chain.isMemoStale = false;
  upsertMemo(memoOf(chain.state));
  upsertSearchAttributes(searchPairs(chain.state));
}
