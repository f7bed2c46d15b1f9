import { Worker } from 'node:worker_threads';
import { log } from '#server/log.server.ts';
import { findThreadFile } from './thread-file.server.ts';
import type { ThreadName } from './thread-files.ts';

/** The limit that ended a thread; broken: it threw, left, or could not be started. */
export type ThreadFailure = 'time' | 'memory' | 'broken';
export type ThreadResult<Reply> = { reply: Reply } | { failure: ThreadFailure };

/** A running thread. It takes one message at a time and answers each with one reply. */
export interface Thread {
  /** @param limitMs after which the thread is ended */
  ask: (given: { message: unknown; limitMs: number }) => Promise<ThreadResult<unknown>>;
  end: () => void;
  isEnded: () => boolean;
}

// Loading its modules is not the message's time.
const startLimitMs = 30_000;

/**
 * Starts a worker thread: the one place that does. The listeners stay until the thread is gone, so an error at any
 * moment, even while it is being ended, never reaches the process.
 * @param memoryMb limit of its objects; a thread that needs more is ended
 * @param data passed to its program as workerData
 */
export async function startThread({
  name,
  memoryMb,
  data,
}: {
  name: ThreadName;
  memoryMb: number;
  data?: Record<string, unknown>;
}): Promise<Thread | null> {
  const { file, entry } = findThreadFile(name);
  const worker = new Worker(file, {
    workerData: { ...data, entry },
    // Without the loader of the process, which a program of plain JavaScript has no use for.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let isEnded = false;
  let settle: ((result: ThreadResult<unknown>) => void) | undefined;

  const end = (failure: ThreadFailure) => {
    isEnded = true;
    settle?.({ failure });
    worker.terminate().catch(() => {});
  };
  const wait = (limitMs: number) =>
    new Promise<ThreadResult<unknown>>((resolve) => {
      const endLate = () => {
        if (settle === settleThis) end('time');
      };
      // After a busy moment of this process the reply may be there already: it is read before the check phase.
      const timer = setTimeout(() => setImmediate(endLate), limitMs);
      const settleThis = (result: ThreadResult<unknown>) => {
        clearTimeout(timer);
        settle = undefined;
        resolve(result);
      };
      settle = settleThis;
    });

  worker
    .on('message', (reply: unknown) => settle?.({ reply }))
    .on('messageerror', () => end('broken'))
    .on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isMemory && !isEnded) log().error({ err: error }, 'a thread failed');
      end(isMemory ? 'memory' : 'broken');
    })
    .on('exit', () => end('broken'));

  const started = await wait(startLimitMs);
  if ('failure' in started) {
    log().error({ code: started.failure }, 'a thread did not start');
    return null;
  }
  // Idle, it keeps no process alive.
  worker.unref();
  return {
    ask: ({ message, limitMs }) => {
      if (isEnded) return Promise.resolve({ failure: 'broken' });
      const result = wait(limitMs);
      worker.postMessage(message);
      return result;
    },
    end: () => end('broken'),
    isEnded: () => isEnded,
  };
}
