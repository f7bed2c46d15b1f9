import { callers } from './activities.ts';
import { followAttempts, createWaiting } from './attempts.ts';
import type { RunOrder } from './contract.ts';

/** One requested execution: run now, a call of the API, a replay. */
export async function run(order: RunOrder): Promise<string> {
  const { jobId, timeoutSeconds, graceMs } = order;
  const waiting = createWaiting();
  const first = await callers({ timeoutSeconds, graceMs }).run(order);
  const last = await followAttempts({ first, jobId, timeoutSeconds, graceMs, waiting });
  return last.kind === 'ended' ? last.outcome : last.kind;
}
