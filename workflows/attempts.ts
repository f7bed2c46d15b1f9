import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import { callers, ledger } from './activities.ts';
import { type AttemptOutcome, retrySignal, stopSignal } from './contract.ts';

interface Wait {
  /** Attempts made before it. */
  made: number;
  asked: 'nothing' | 'retry' | 'stop';
  /** False for a message before the result of the attempt: the ledger knew of the wait first. */
  hasBegun: boolean;
}

/** Executions waiting between two attempts, and the messages for them. */
export type Waiting = Map<number, Wait>;

/** Messages without a match are dropped, oldest first. */
const mostWaits = 50;

interface AttemptFollowing {
  first: AttemptOutcome;
  jobId: number;
  timeoutSeconds: number;
  graceMs: number;
  waiting: Waiting;
}

/** Takes messages for waiting executions; one without a match has no effect. */
export function createWaiting(): Waiting {
  const waiting: Waiting = new Map();
  const take = (asked: Wait['asked']) => (executionId: number, made: number) => {
    const wait = waiting.get(executionId);
    if (wait?.hasBegun) {
      // A late one was meant for an earlier wait.
      if (made >= wait.made) wait.asked = asked;
      return;
    }
    waiting.set(executionId, { made, asked, hasBegun: false });
    const [oldest] = [...waiting].find(([, { hasBegun }]) => !hasBegun) ?? [];
    if (waiting.size > mostWaits && oldest !== undefined) waiting.delete(oldest);
  };
  setHandler(defineSignal<[number, number]>(retrySignal), take('retry'));
  setHandler(defineSignal<[number, number]>(stopSignal), take('stop'));
  return waiting;
}

function beginWait({
  waiting,
  executionId,
  made,
}: {
  waiting: Waiting;
  executionId: number;
  made: number;
}): Wait {
  const early = waiting.get(executionId);
  const wait = { made, asked: early?.made === made ? early.asked : 'nothing', hasBegun: true };
  waiting.set(executionId, wait);
  return wait;
}

/** Makes further attempts, each at its time, until the ledger ends the execution or its owner does. */
export async function followAttempts({ first, jobId, timeoutSeconds, graceMs, waiting }: AttemptFollowing) {
  let result = first;
  while (result.kind === 'retry') {
    // A redispatched fire or run may have made more than one attempt.
    const { executionId, retryAt, made } = result;
    const wait = beginWait({ waiting, executionId, made });
    const waitMs = retryAt - Date.now();
    if (waitMs > 0) await condition(() => wait.asked !== 'nothing', waitMs);
    waiting.delete(executionId);
    if (wait.asked === 'stop') {
      result = await ledger.endRetrying({ tag: 1, executionId });
      continue;
    }
    result = await callers({ timeoutSeconds, graceMs }).attempt({
      tag: 1,
      jobId,
      executionId,
      attempt: made + 1,
    });
  }
  return result;
}
