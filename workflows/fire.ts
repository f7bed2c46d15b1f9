import { defineSignal, setHandler } from '@temporalio/workflow';
import { callers, ledger } from './activities.ts';
import { followAttempts, createWaiting } from './attempts.ts';
import { againSignal, type AttemptOutcome, type FireWorkflowOrder, type FireResult } from './contract.ts';

/** A delegated fire: its job workflow continues without it. */
export async function fire(given: FireWorkflowOrder): Promise<AttemptOutcome> {
  const { jobId } = given;
  const asked = { again: false };
  setHandler(defineSignal(againSignal), () => void (asked.again = true));
  const waiting = createWaiting();

  let order = given;
  let first = await make(order);
  // An edit took the fire away while the pad held it, and one that came after it may name it again.
  while (first.kind === 'changed' && asked.again) {
    asked.again = false;
    const renewed = await ordered(order);
    if (!renewed) break;
    order = renewed;
    first = await make(order);
  }
  const { timeoutSeconds, graceMs } = order;
  return followAttempts({ first, jobId, timeoutSeconds, graceMs, waiting });
}

function make({ timeoutSeconds, graceMs, ...order }: FireWorkflowOrder): Promise<FireResult> {
  return callers({ scheduledFor: order.scheduledFor, timeoutSeconds, graceMs }).fire(order);
}

/** The same fire by the newest version of the job; undefined if its schedule no longer names the instant. */
async function ordered(order: FireWorkflowOrder): Promise<FireWorkflowOrder | undefined> {
  const { jobId, scheduledFor } = order;
  const planned = await ledger.planNextFire({ tag: 1, jobId, inFlight: [] });
  if (planned.kind === 'gone') return undefined;
  if (!planned.fires.some((one) => one.scheduledFor === scheduledFor)) return undefined;
  const { version, cron, timeZone, timeoutSeconds, graceMs } = planned.facts;
  return { tag: 1, jobId, scheduledFor, version, cron, timeZone, timeoutSeconds, graceMs };
}
