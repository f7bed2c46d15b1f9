import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  CancellationScope,
  ChildWorkflowCancellationType,
  ChildWorkflowFailure,
  type ChildWorkflowHandle,
  condition,
  defineSignal,
  getExternalWorkflowHandle,
  isCancellation,
  makeContinueAsNewFunc,
  ParentClosePolicy,
  setHandler,
  startChild,
  upsertMemo,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { minuteMs } from '#domain/time/units.ts';
import { callers, ledger } from './activities.ts';
import { createWaiting, followAttempts } from './attempts.ts';
import {
  againSignal,
  fireWorkflowId,
  type FireWorkflowOrder,
  type JobLoopState,
  type PlannedFire,
  type SyncMessage,
  syncSignal,
} from './contract.ts';
import type { fire } from './fire.ts';
import {
  createJobLoop,
  holdFire,
  isOpen,
  isShownStale,
  type JobLoop,
  onChildResult,
  onFireResult,
  onSync,
  recordOutcome,
  removePlanned,
  situationOf,
} from './job-loop.ts';
import { belonging, memoOf, searchAttributesOf, searchUpdatesOf, shownOf } from './memo.ts';
import { nextStep } from './next-step.ts';

/**
 * The job workflow: open from the creation of its job to the deletion. Each run dispatches one fire, or some twenty if
 * they are close together. It is the clock; PostgreSQL decides the calls.
 */
export async function job(given: JobLoopState): Promise<void> {
  const loop = createJobLoop({ given, waiting: createWaiting() });
  setHandler(defineSignal<[SyncMessage]>(syncSignal), (message) => onSync(loop, message));

  for (;;) {
    if (loop.isDirty) await plan(loop);
    if (loop.isGone && loop.inFlight === 0) return;
    if (loop.isDirty) continue;

    const step = nextStep(situationOf(loop));
    if (step.kind === 'continue') return continueAsNewAt({ loop, at: step.at });
    showOperators(loop);
    if (step.kind === 'fire') void dispatchFire({ loop, fire: step.fire });
    else await waitForChange({ loop, ms: step.ms });
  }
}

async function plan(loop: JobLoop) {
  // Planned fires that repeatedly did not hold: ledger and plan disagree, so planning backs off.
  if (loop.changesInRow > 1) {
    const pauseMs = Math.min(1000 * 2 ** (loop.changesInRow - 2), minuteMs);
    await condition(() => loop.changesInRow === 0, pauseMs);
  }
  loop.isDirty = false;
  const inFlight = [...loop.held, ...loop.delegated];
  const planned = await ledger.planNextFire({ tag: 1, jobId: loop.state.jobId, inFlight });
  if (planned.kind === 'gone') {
    loop.isGone = true;
    loop.state = { ...loop.state, fires: [] };
    return;
  }
  loop.isGone = false;
  loop.known = Math.max(loop.known, planned.facts.version);
  const fires = planned.fires.filter((fire) => isOpen(loop, fire));
  loop.state = { ...loop.state, facts: planned.facts, fires };
}

/** Follows one fire to its end while the job loop continues. */
async function dispatchFire({ loop, fire }: { loop: JobLoop; fire: PlannedFire }) {
  const { jobId, facts } = loop.state;
  if (!facts) return;
  const { scheduledFor } = fire;
  const { version, cron, timeZone, timeoutSeconds, graceMs } = facts;
  const order = { tag: 1 as const, jobId, scheduledFor, version, cron, timeZone };
  removePlanned(loop, fire);
  if (facts.overlap === 'allow') return delegateFire({ loop, order: { ...order, timeoutSeconds, graceMs } });
  holdFire(loop, fire);
  loop.inFlight += 1;
  try {
    const result = await callers({ scheduledFor, timeoutSeconds, graceMs }).fire(order);
    onFireResult(loop, { scheduledFor, version, result });
    if (result.kind !== 'retry') return;
    const { waiting } = loop;
    const last = await followAttempts({ first: result, jobId, timeoutSeconds, graceMs, waiting });
    if (last.kind === 'ended') recordOutcome(loop, last.outcome);
  } catch (error) {
    // A cancelled workflow ends by itself; any other error is a defect that Temporal has to show.
    if (!isCancellation(error)) throw error;
  } finally {
    loop.inFlight -= 1;
    loop.revision += 1;
  }
}

/** Delegates a fire that may run beside others to its own workflow; the job loop continues at once. */
async function delegateFire({ loop, order }: { loop: JobLoop; order: FireWorkflowOrder }) {
  const { scheduledFor } = order;
  const isCaughtUp = scheduledFor <= Date.now();
  loop.delegated.add(scheduledFor);
  loop.latest = Math.max(loop.latest, scheduledFor);
  if (loop.state.fires.length === 0) loop.isDirty = true;
  loop.inFlight += 1;
  try {
    const child = await startFireWorkflow({ order, state: loop.state }).finally(() => {
      loop.inFlight -= 1;
      loop.revision += 1;
    });
    // An earlier run of the workflow waits for the result of an older fire.
    if (!child) return;
    onChildResult(loop, { scheduledFor, result: await child.result() });
    // There may be another one to catch up.
    if (isCaughtUp) loop.isDirty = true;
  } catch (error) {
    if (isCancellation(error) && CancellationScope.current().consideredCancelled) return;
    // Ended from outside: the ledger has the outcome of the fire.
    if (error instanceof ChildWorkflowFailure) onChildResult(loop, { scheduledFor, result: null });
    else throw error;
  }
}

async function waitForChange({ loop, ms }: { loop: JobLoop; ms: number | undefined }) {
  const { revision } = loop;
  const hasChanged = () => loop.revision !== revision || loop.isDirty;
  if (ms === undefined) await condition(hasChanged);
  else await condition(hasChanged, ms);
}

/** Ends this run; the server starts the next one at that instant, and the job needs no memory until then. */
function continueAsNewAt({ loop: { state }, at }: { loop: JobLoop; at: number }): Promise<never> {
  const backoffMs = Math.max(at - Date.now(), 0);
  return makeContinueAsNewFunc<typeof job>({
    ...(backoffMs > 0 && { backoffStartInterval: backoffMs }),
    memo: memoOf(state),
    typedSearchAttributes: searchAttributesOf(state),
  })({ ...state, sleptUntil: at });
}

function showOperators(loop: JobLoop) {
  if (!isShownStale(loop)) return;
  loop.shown = shownOf(loop.state);
  upsertMemo(memoOf(loop.state));
  upsertSearchAttributes(searchUpdatesOf(loop.state));
}

/**
 * Starts the workflow of a fire, to outlive the run of its job workflow. Undefined if an earlier run started one and it
 * is still open: that one is signaled to check again.
 */
async function startFireWorkflow({
  order,
  state,
}: {
  order: FireWorkflowOrder;
  state: JobLoopState;
}): Promise<ChildWorkflowHandle<typeof fire> | undefined> {
  const workflowId = fireWorkflowId(order);
  for (;;) {
    try {
      return await startChild<typeof fire>('fire', {
        workflowId,
        args: [order],
        parentClosePolicy: ParentClosePolicy.ABANDON,
        cancellationType: ChildWorkflowCancellationType.ABANDON,
        memo: { job: memoOf(state).job, link: memoOf(state).link },
        typedSearchAttributes: belonging(state),
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
    try {
      await getExternalWorkflowHandle(workflowId).signal(againSignal);
      return undefined;
    } catch {
      // It has ended meanwhile: its id is free.
    }
  }
}
