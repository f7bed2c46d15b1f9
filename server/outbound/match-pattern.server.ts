import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { log } from '#server/log.server.ts';

type Match = 'found' | 'missing' | 'timeout';

const limitMs = 250;
// Loading the library is not the pattern's time.
const startLimitMs = 10_000;

let thread: Promise<Worker> | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Whether a pattern is found in a body of at most 64 KiB. Patterns run one after another in a thread, each for
 * at most 250 ms: RE2 is linear, so this bounds its constant.
 */
export function matchPattern({ pattern, text }: { pattern: string; text: string }): Promise<Match> {
  const answer = turn.then(() =>
    ask({ pattern, text }).catch((error: unknown): Match => {
      // The call was made: it must come to a verdict even when no thread can be had.
      log().error({ err: error }, 'pattern thread failed');
      dropThread();
      return 'timeout';
    }),
  );
  turn = answer;
  return answer;
}

async function ask({ pattern, text }: { pattern: string; text: string }): Promise<Match> {
  thread ??= startThread();
  const worker = await thread;
  const limit = new AbortController();
  // After a busy moment of this thread the answer may lie there already: it is read before the check phase.
  const timer = setTimeout(() => setImmediate(() => limit.abort()), limitMs);
  try {
    worker.postMessage({ pattern, text });
    const [isFound] = (await once(worker, 'message', { signal: limit.signal })) as [boolean];
    return isFound ? 'found' : 'missing';
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    dropThread();
    return 'timeout';
  } finally {
    clearTimeout(timer);
  }
}

async function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('./match-pattern.worker.js', import.meta.url));
  // While nobody waits, an error would end the process.
  worker.on('error', () => {}).on('exit', dropThread);
  worker.postMessage({ pattern: 'a', text: 'a' });
  await once(worker, 'message', { signal: AbortSignal.timeout(startLimitMs) });
  // Idle, it keeps no process alive.
  worker.unref();
  return worker;
}

function dropThread(): void {
  const dropped = thread;
  thread = undefined;
  dropped?.then(
    (worker) => worker.removeListener('exit', dropThread).terminate(),
    () => {},
  );
}
