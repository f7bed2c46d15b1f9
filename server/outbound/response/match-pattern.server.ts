import { createRegexWorker, type Match, type PatternSearch } from './regex-worker.server.ts';
import { createSlowRegexes } from './slow-patterns.server.ts';

const quickMs = 50;
export const patternLimitMs = 250;
/** Searches of an account that may wait for the slow lane, where their pattern is one that it had to end: 10 s. */
const slowWaiting = 40;

const slowPatterns = createSlowRegexes({ quickMs });
const fastWorker = createRegexWorker({ limitMs: quickMs, isHopeless: (search) => slowPatterns.has(search) });
const slowWorker = createRegexWorker({
  limitMs: patternLimitMs,
  onEnd: (ended) => slowPatterns.learn(ended),
});

/**
 * Whether a pattern is found in a body of at most 256 KiB, in at most 250 ms: RE2 is linear, so this bounds its
 * constant. Patterns run in threads, those of an account one after another and accounts in turn (docs/decisions/024);
 * one that needs more than 50 ms goes on with its like, so that an account's quick patterns do not wait behind its slow
 * ones. Where too many searches of the account wait, the result is `timeout` for a pattern that took too long before.
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
