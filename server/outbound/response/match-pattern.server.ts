import { createRegexWorker, type Match, type PatternSearch, type Searched } from './regex-worker.server.ts';
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
  return (await searchPattern(search)).match;
}

/** Like {@link matchPattern}, with the first group of the pattern, or the whole match of one without groups. */
export async function capturePattern(search: PatternSearch): Promise<Searched> {
  return searchPattern({ ...search, isCapturing: true });
}

async function searchPattern(search: PatternSearch): Promise<Searched> {
  if (!slowPatterns.has(search)) {
    const searched = await fastWorker.search(search);
    if (searched.match !== 'timeout') return searched;
    if (!slowPatterns.has(search)) slowPatterns.add(search);
  }
  if (slowPatterns.isEndless(search) && slowWorker.size(search.ownerId) >= slowWaiting)
    return { match: 'timeout', captured: null };
  return slowWorker.search(search);
}
