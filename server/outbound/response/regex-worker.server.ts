import { log } from '#server/log.server.ts';
import { createThreadPool } from '#server/threads/thread-pool.server.ts';

export type Match = 'found' | 'missing' | 'timeout';

// A pattern keeps the states it has met, up to 8 MiB of them: these take 170 MB of the thread's memory.
const mostHeld = 20;
const threadMemoryMb = 256;

export interface PatternSearch {
  pattern: string;
  /** Text of at most 256 KiB. */
  text: string;
  /** The account whose verdict waits for it. */
  ownerId: number;
}

interface Searched {
  isFound: boolean;
  ms: number;
}

/** Threads in which patterns run, those of one account one after another. */
export interface RegexWorker {
  match: (search: PatternSearch) => Promise<Match>;
  /** Number of searches of an account run or wait. */
  size: (ownerId: number) => number;
}

/**
 * @param limitMs after which a search is ended with its thread; the next one gets a new thread
 * @param patternsHeld compiled, for the next search
 * @param memoryMb limit of a thread; a search that needs more is ended like a slow one
 * @param isHopeless called before a search starts: it may be known by then to be too slow
 * @param onEnd called with the thread time of each search, null if it was ended
 */
export function createRegexWorker({
  limitMs,
  patternsHeld = mostHeld,
  memoryMb = threadMemoryMb,
  isHopeless = () => false,
  onEnd = () => {},
}: {
  limitMs: number;
  patternsHeld?: number;
  memoryMb?: number;
  isHopeless?: (search: PatternSearch) => boolean;
  onEnd?: (ended: PatternSearch & { ms: number | null }) => void;
}): RegexWorker {
  const pool = createThreadPool({ name: 'match-pattern', memoryMb, data: { patternsHeld } });
  return {
    match: async (search) => {
      const { ownerId, pattern, text } = search;
      try {
        return await pool.use({
          account: ownerId,
          work: async (ask) => {
            if (isHopeless(search)) return 'timeout';
            const result = await ask<Searched>({ message: { pattern, text }, limitMs });
            const ms = 'reply' in result ? result.reply.ms : null;
            onEnd({ ...search, ms });
            if (!('reply' in result)) return 'timeout';
            return result.reply.isFound ? 'found' : 'missing';
          },
        });
      } catch (error) {
        // The call was made: it must come to a verdict even when no thread can be had.
        log().error({ err: error }, 'pattern thread failed');
        return 'timeout';
      }
    },
    size: (ownerId) => pool.size(ownerId),
  };
}
