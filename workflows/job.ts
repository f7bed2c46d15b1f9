import {
  condition,
  defineSignal,
  isCancellation,
  makeContinueAsNewFunc,
  setHandler,
  upsertMemo,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { minuteMs } from '#domain/time/units.ts';
import { keeper, planner } from './activities.ts';
import { createWaiting, followAttempts } from './attempts.ts';
import { type JobLoopState, type SyncMessage, syncSignal, type WaitingAttempt } from './contract.ts';
import {
  beginKeep,
  createJobLoop,
  isShownStale,
  type JobLoop,
  onReport,
  onSync,
  recordOutcome,
  situationOf,
  unfollowed,
} from './job-loop.ts';
import { memoOf, searchAttributesOf, searchUpdatesOf, shownOf } from './memo.ts';
import { nextStep } from './next-step.ts';

/**
 * The job workflow: open from the creation of its job to its deletion. It hands the job to a worker while its fires are
 * close together, sleeps while they are not, and follows the further attempts of failed fires. PostgreSQL decides the
 * calls.
 */
export async function job(given: JobLoopState): Promise<void> {
  const loop = createJobLoop({ given, waiting: createWaiting() });
  setHandler(defineSignal<[SyncMessage]>(syncSignal), (message) => onSync(loop, message));

  for (;;) {
    if (loop.isDirty) await plan(loop);
    if (loop.isGone && loop.followed.size === 0) return;
    if (loop.isDirty) continue;

    const step = nextStep(situationOf(loop));
    if (step.kind === 'continue') return continueAsNewAt({ loop, at: step.at });
    if (step.kind === 'keep') void keep({ loop, firstFireAt: step.firstFireAt });
    showOperators(loop);
    if (step.kind === 'wait') await waitForChange({ loop, ms: step.ms });
  }
}

async function plan(loop: JobLoop) {
  // The worker repeatedly returned the job at once: ledger and plan disagree, so planning backs off.
  if (loop.idleReports > 1) {
    const pauseMs = Math.min(1000 * 2 ** (loop.idleReports - 2), minuteMs);
    await condition(() => loop.idleReports === 0, pauseMs);
  }
  loop.isDirty = false;
  const planned = await planner.planNextFire({ tag: 1, jobId: loop.state.jobId });
  if (planned.kind === 'gone') {
    loop.isGone = true;
    loop.state = { ...loop.state, fires: [] };
    return;
  }
  loop.isGone = false;
  loop.known = Math.max(loop.known, planned.facts.version);
  loop.state = { ...loop.state, facts: planned.facts, fires: planned.fires };
  followAll({ loop, waiting: unfollowed(loop, planned.waiting) });
}

/** Hands the job to a worker and applies its report. */
async function keep({ loop, firstFireAt }: { loop: JobLoop; firstFireAt: number }) {
  const { jobId, facts } = loop.state;
  if (!facts) return;
  const { lastOutcome, stayMs } = facts;
  beginKeep(loop);
  try {
    const report = await keeper({ firstFireAt, stayMs }).keepJob({ tag: 1, jobId, lastOutcome, stayMs });
    followAll({ loop, waiting: onReport(loop, report) });
  } catch (error) {
    // A canceled workflow ends by itself; any other error is a defect that Temporal has to show.
    if (!isCancellation(error)) throw error;
  }
}

function followAll({ loop, waiting }: { loop: JobLoop; waiting: WaitingAttempt[] }) {
  for (const one of waiting) void follow({ loop, one });
}

/** Follows one execution to its end while the job loop continues. */
async function follow({ loop, one }: { loop: JobLoop; one: WaitingAttempt }) {
  const { state, waiting, followed } = loop;
  if (!state.facts) return;
  const { timeoutSeconds, graceMs } = state.facts;
  followed.add(one.executionId);
  try {
    const first = { tag: 1 as const, kind: 'retry' as const, ...one };
    const last = await followAttempts({ first, jobId: state.jobId, timeoutSeconds, graceMs, waiting });
    if (last.kind === 'ended') recordOutcome(loop, last.outcome);
  } catch (error) {
    if (!isCancellation(error)) throw error;
  } finally {
    followed.delete(one.executionId);
    loop.revision += 1;
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
