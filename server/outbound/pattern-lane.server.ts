import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { log } from '#server/log.server.ts';

export type Match = 'found' | 'missing' | 'timeout';

// Loading the library is not the pattern's time.
const startLimitMs = 10_000;
// A pattern keeps the states that it has met, up to 8 MiB of them: these take 170 MB of the thread's memory.
const mostHeld = 20;
const threadMemoryMb = 256;

interface Searched {
  pattern: string;
  text: string;
}

interface Answered {
  isFound: boolean;
  ms: number;
}

/** A thread in which patterns run one after another. */
export interface PatternLane {
  match: (search: Searched) => Promise<Match>;
  /** How many searches run or wait. */
  size: () => number;
}

/**
 * @param limitMs after which a search is ended, with its thread; the next one has a new thread
 * @param patternsHeld compiled, for the next search
 * @param memoryMb that a thread may take; a search in which it takes more is ended like one that takes too long
 * @param isHopeless asked when it is a search's turn: it is known by then to take too long
 * @param onEnd told of each search how long its thread took, null if it was ended
 */
export function openPatternLane({
  limitMs,
  patternsHeld = mostHeld,
  memoryMb = threadMemoryMb,
  isHopeless = () => false,
  onEnd = () => {},
}: {
  limitMs: number;
  patternsHeld?: number;
  memoryMb?: number;
  isHopeless?: (pattern: string) => boolean;
  onEnd?: (ended: { pattern: string; ms: number | null }) => void;
}): PatternLane {
  let thread: Promise<Worker> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let searches = 0;

  const drop = () => {
    const dropped = thread;
    thread = undefined;
    dropped?.then(
      (worker) => worker.removeListener('exit', drop).terminate(),
      () => {},
    );
  };

  const ask = async (search: Searched): Promise<Match> => {
    const { pattern } = search;
    if (isHopeless(pattern)) return 'timeout';
    thread ??= startThread({ patternsHeld, memoryMb, onExit: drop });
    const worker = await thread;
    const limit = new AbortController();
    // After a busy moment of this thread the answer may lie there already: it is read before the check phase.
    const timer = setTimeout(() => setImmediate(() => limit.abort()), limitMs);
    try {
      worker.postMessage(search);
      const [{ isFound, ms }] = (await once(worker, 'message', { signal: limit.signal })) as [Answered];
      onEnd({ pattern, ms });
      return isFound ? 'found' : 'missing';
    } catch (error) {
      if (!limit.signal.aborted) throw error;
      drop();
      onEnd({ pattern, ms: null });
      return 'timeout';
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    match: (search) => {
      searches += 1;
      const answer = turn
        .then(() => ask(search))
        .catch((error: unknown): Match => {
          // The call was made: it must come to a verdict even when no thread can be had.
          log().error({ err: error }, 'pattern thread failed');
          drop();
          return 'timeout';
        })
        .finally(() => (searches -= 1));
      turn = answer;
      return answer;
    },
    size: () => searches,
  };
}

async function startThread({
  patternsHeld,
  memoryMb,
  onExit,
}: {
  patternsHeld: number;
  memoryMb: number;
  onExit: () => void;
}): Promise<Worker> {
  const worker = new Worker(new URL('./match-pattern.worker.js', import.meta.url), {
    workerData: { patternsHeld },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // While nobody waits, an error would end the process.
  worker.on('error', () => {}).on('exit', onExit);
  worker.postMessage({ pattern: 'a', text: 'a' });
  await once(worker, 'message', { signal: AbortSignal.timeout(startLimitMs) });
  // Idle, it keeps no process alive.
  worker.unref();
  return worker;
}
