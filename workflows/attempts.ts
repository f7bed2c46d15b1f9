import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import { callers, ledger } from './activities.ts';
import { type AttemptAnswer, retrySignal, stopSignal } from './contract.ts';

/** The executions that wait between two attempts, and what a message asks of them. */
export type Waiting = Map<number, 'nothing' | 'retry' | 'stop'>;

interface Followed {
  first: AttemptAnswer;
  jobId: number;
  timeoutSeconds: number;
  graceMs: number;
  waiting: Waiting;
}

/** Takes the messages for executions that wait; one for an execution that waits for nothing is ignored. */
export function openWaiting(): Waiting {
  const waiting: Waiting = new Map();
  const ask = (executionId: number, what: 'retry' | 'stop') => {
    if (waiting.has(executionId)) waiting.set(executionId, what);
  };
  setHandler(defineSignal<[number]>(retrySignal), (executionId) => ask(executionId, 'retry'));
  setHandler(defineSignal<[number]>(stopSignal), (executionId) => ask(executionId, 'stop'));
  return waiting;
}

/** Makes further attempts, each at its time, until the ledger ends the execution or its owner does. */
export async function followAttempts({ first, jobId, timeoutSeconds, graceMs, waiting }: Followed) {
  let answer = first;
  for (let attempt = 2; answer.kind === 'retry';) {
    const { executionId, retryAt } = answer;
    waiting.set(executionId, 'nothing');
    const waitMs = retryAt - Date.now();
    if (waitMs > 0) await condition(() => waiting.get(executionId) !== 'nothing', waitMs);
    const isStopped = waiting.get(executionId) === 'stop';
    waiting.delete(executionId);
    if (isStopped) {
      answer = await ledger.endRetrying({ tag: 1, executionId });
      continue;
    }
    const limits = { scheduledFor: Date.now(), timeoutSeconds, graceMs };
    answer = await callers(limits).attempt({ tag: 1, jobId, executionId, attempt });
    attempt += 1;
  }
  return answer;
}
