import { AppError } from '#domain/errors.ts';
import { createFairQueue, type QueueAccount } from './fair-queue.server.ts';
import { startThread, type Thread, type ThreadResult } from './start-thread.server.ts';
import type { ThreadName } from './thread-files.ts';

/** Sends a message to the reserved thread; after a failure the next message has a new thread. */
export type AskThread = <Reply>(given: { message: unknown; limitMs: number }) => Promise<ThreadResult<Reply>>;

export interface ThreadPool {
  /**
   * Runs work with a thread, once the account has a slot. A thread is started at the first message.
   * @throws AppError rate_limit: too much of the account, or of all, waits already; any error of the work
   */
  use: <Result>(given: {
    account: QueueAccount;
    work: (ask: AskThread) => Promise<Result>;
  }) => Promise<Result>;
  /** Slots that an account has or waits for. */
  size: (account: QueueAccount) => number;
}

const threadsAtOnce = 2;
const idleLimitMs = 300_000;
/** Seconds until a refused caller may try again. */
const retryAfter = 5;

/**
 * Threads of one kind for all accounts: two at work in all, one for an account, shared fairly.
 * @param memoryMb of one thread
 * @param data of its program
 * @param waitingPerAccount slots an account may wait for; without it, any number
 * @param waitingInAll likewise, of all accounts together
 * @param refusal the text if more would wait, with the remedy
 */
export function createThreadPool({
  name,
  memoryMb,
  data,
  waitingPerAccount,
  waitingInAll,
  refusal,
}: {
  name: ThreadName;
  memoryMb: number;
  data?: Record<string, unknown>;
  waitingPerAccount?: number;
  waitingInAll?: number;
  refusal?: string;
}): ThreadPool {
  const queue = createFairQueue({ places: threadsAtOnce, waitingPerAccount, waitingInAll });
  const idle = new Map<Thread, NodeJS.Timeout>();

  const wake = async (): Promise<Thread | null> => {
    for (const [thread, timer] of idle) {
      clearTimeout(timer);
      idle.delete(thread);
      if (!thread.isEnded()) return thread;
    }
    return startThread({ name, memoryMb, ...(data && { data }) });
  };
  const rest = (thread: Thread | null) => {
    if (!thread || thread.isEnded()) return;
    const retire = () => {
      idle.delete(thread);
      thread.end();
    };
    idle.set(thread, setTimeout(retire, idleLimitMs).unref());
  };

  return {
    use: async ({ account, work }) => {
      const place = queue.enter(account);
      if (!place) {
        const details = { retry_after: retryAfter };
        throw new AppError('rate_limit', { ...(refusal !== undefined && { message: refusal }), details });
      }
      const leave = await place;
      let thread: Thread | null = null;
      try {
        return await work(async <Reply>(given: { message: unknown; limitMs: number }) => {
          if (!thread || thread.isEnded()) thread = await wake();
          return (await (thread?.ask(given) ?? { failure: 'broken' })) as ThreadResult<Reply>;
        });
      } finally {
        rest(thread);
        leave();
      }
    },
    size: (account) => queue.size(account),
  };
}
