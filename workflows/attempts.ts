import { condition } from '@temporalio/workflow';
import { callers } from './activities.ts';
import type { AttemptAnswer } from './contract.ts';

/** The executions that wait between two attempts; true once a message asks for the next one now. */
export type Waiting = Map<number, boolean>;

interface Followed {
  first: AttemptAnswer;
  jobId: number;
  timeoutSeconds: number;
  graceMs: number;
  waiting: Waiting;
}

/** Makes further attempts, each at its time, until the ledger ends the execution. */
export async function followAttempts({ first, jobId, timeoutSeconds, graceMs, waiting }: Followed) {
  let answer = first;
  for (let attempt = 2; answer.kind === 'retry'; attempt += 1) {
    const { executionId, retryAt } = answer;
    waiting.set(executionId, false);
    const waitMs = retryAt - Date.now();
    if (waitMs > 0) await condition(() => waiting.get(executionId) === true, waitMs);
    waiting.delete(executionId);
    const limits = { scheduledFor: Date.now(), timeoutSeconds, graceMs };
    answer = await callers(limits).attempt({ tag: 1, jobId, executionId, attempt });
  }
  return answer;
}

/** A message for an execution that waits for nothing is ignored. */
export function retryNow({ waiting, executionId }: { waiting: Waiting; executionId: number }) {
  if (waiting.has(executionId)) waiting.set(executionId, true);
}
