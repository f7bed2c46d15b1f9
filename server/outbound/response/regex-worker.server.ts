import { log } from '#server/log.server.ts';
import { createThreadPool } from '#server/threads/thread-pool.server.ts';

export type Match = 'found' | 'missing' | 'timeout';

/** Result of a search; `captured` is null unless it was asked for and found. */
export interface Searched {
  match: Match;
  captured: string | null;
}

// A pattern keeps the states it has met, up to 8 MiB of them: these take 170 MB of the thread's memory.
const mostHeld = 20;
const threadMemoryMb = 256;

export interface PatternSearch {
  pattern: string;
  /** Text of at most 256 KiB. */
  text: string;
  /** The account whose verdict waits for it. */
  ownerId: number;
  /** Returns the first group, or the whole match of a pattern without groups. */
  isCapturing?: boolean;
}

interface ThreadReply {
  isFound: boolean;
  captured: string | null;
  ms: number;
}

const timedOut: Searched = { match: 'timeout', captured: null };

/** Threads in which patterns run, those of one account one after another. */
export interface RegexWorker {
  search: (search: PatternSearch) => Promise<Searched>;
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
  const find = async (search: PatternSearch): Promise<Searched> => {
    const { ownerId, pattern, text, isCapturing = false } = search;
    try {
      return await pool.use({
        account: ownerId,
        work: async (ask) => {
          if (isHopeless(search)) return timedOut;
          const result = await ask<ThreadReply>({ message: { pattern, text, isCapturing }, limitMs });
          const ms = 'reply' in result ? result.reply.ms : null;
          onEnd({ ...search, ms });
          if (!('reply' in result)) return timedOut;
          const { isFound, captured } = result.reply;
          return { match: isFound ? 'found' : 'missing', captured };
        },
      });
    } catch (error) {
      // The call was made: it must come to a verdict even when no thread can be had.
      log().error({ err: error }, 'pattern thread failed');
      return timedOut;
    }
  };
  return {
    search: find,
    match: async (search) => (await find(search)).match,
    size: (ownerId) => pool.size(ownerId),
  };
}
