import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { log } from '#server/log.server.ts';
import { threadFiles, type ThreadName } from './thread-files.ts';

/** The limit that ended a thread; broken: it threw, left, or could not be started. */
export type ThreadFailure = 'time' | 'memory' | 'broken';
export type ThreadResult<Reply> = { reply: Reply } | { failure: ThreadFailure };

/** A running thread. It takes one message at a time and sends one reply to each. */
export interface Thread {
  /** @param limitMs after which the thread is ended */
  ask: (given: { message: unknown; limitMs: number }) => Promise<ThreadResult<unknown>>;
  end: () => void;
  isEnded: () => boolean;
}

// Loading its modules is not the message's time.
const startLimitMs = 30_000;

/**
 * Starts a worker thread: the one place that does. The listeners stay until the thread has ended, so an error at any
 * moment, even during its end, never reaches the process.
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
  const end = (failure: ThreadFailure) => {
    isEnded = true;
    settle({ failure });
    worker.terminate().catch(() => {});
  };
  const { wait, settle } = createReplyWait({ onLate: () => end('time') });

  worker
    .on('message', (reply: unknown) => settle({ reply }))
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

/** Waits for one reply at a time. */
function createReplyWait({ onLate }: { onLate: () => void }) {
  let current: ((result: ThreadResult<unknown>) => void) | undefined;
  return {
    settle: (result: ThreadResult<unknown>) => current?.(result),
    wait: (limitMs: number) =>
      new Promise<ThreadResult<unknown>>((resolve) => {
        const endLate = () => {
          if (current === settleThis) onLate();
        };
        // After a busy moment of this process the reply may be there already: it is read before the check phase.
        const timer = setTimeout(() => setImmediate(endLate), limitMs);
        const settleThis = (result: ThreadResult<unknown>) => {
          clearTimeout(timer);
          current = undefined;
          resolve(result);
        };
        current = settleThis;
      }),
  };
}

/**
 * Finds the program of a thread. A built process has it in threads/ beside itself, or a folder above if the bundler put
 * this module into a folder of parts; from sources it is where the list says.
 * @returns the file to start and, for TypeScript, the entry that it loads
 */
function findThreadFile(name: ThreadName): { file: URL; entry?: string } {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) {
    const beside = new URL(`./threads/${name}.js`, here);
    return { file: existsSync(beside) ? beside : new URL(`../threads/${name}.js`, here) };
  }
  const source = new URL(`../../${threadFiles[name].source}`, here);
  if (!source.pathname.endsWith('.ts')) return { file: source };
  return { file: new URL('./from-source.worker.js', here), entry: source.href };
}
