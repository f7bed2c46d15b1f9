import { createRegexWorker, type Match, type PatternSearch } from './regex-worker.server.ts';
import { createSlowRegexes } from './slow-patterns.server.ts';

const quickMs = 50;
export const patternLimitMs = 250;
/** Limit of an account's searches waiting for the slow lane, for patterns it had to end: 10 s. */
const slowWaiting = 40;

const slowPatterns = createSlowRegexes({ quickMs });
const fastWorker = createRegexWorker({ limitMs: quickMs, isHopeless: (search) => slowPatterns.has(search) });
const slowWorker = createRegexWorker({
  limitMs: patternLimitMs,
  onEnd: (ended) => slowPatterns.learn(ended),
});

/**
 * Reports whether a pattern is found in a body of at most 256 KiB, in at most 250 ms. Accounts share the threads fairly
 * (docs/decisions/024). A search of more than 50 ms continues in the slow lane, so quick patterns do not wait for it.
 * @returns `timeout` also for a pattern that was too slow before, if too many searches of the account wait
 */
export async function matchPattern(search: PatternSearch): Promise<Match> {
  if (!slowPatterns.has(search)) {
    const match = await fastWorker.match(search);
    if (match !== 'timeout') return match;
    if (!slowPatterns.has(search)) slowPatterns.add(search);
  }
  if (slowPatterns.isEndless(search) && slowWorker.size(search.ownerId) >= slowWaiting) return 'timeout';
  return slowWorker.match(search);
}
