import { openPatternLane, type Match, type PatternSearch } from './pattern-lane.server.ts';
import { openSlowPatterns } from './slow-patterns.server.ts';

const quickMs = 50;
export const patternLimitMs = 250;
/** Searches of an account that may wait for the slow lane, where their pattern is one that it had to end: 10 s. */
const slowWaiting = 40;

const slowPatterns = openSlowPatterns({ quickMs });
const quickLane = openPatternLane({ limitMs: quickMs, isHopeless: (search) => slowPatterns.has(search) });
const slowLane = openPatternLane({ limitMs: patternLimitMs, onEnd: (ended) => slowPatterns.learn(ended) });

/**
 * Whether a pattern is found in a body of at most 256 KiB, in at most 250 ms: RE2 is linear, so this bounds its
 * constant. Patterns run in threads, those of an account one after another and accounts in turn (docs/decisions/024);
 * one that needs more than 50 ms goes on with its like, so that an account's quick patterns do not wait behind its slow
 * ones. Where too many searches of the account wait, the result is `timeout` for a pattern that took too long before.
 */
export async function matchPattern(search: PatternSearch): Promise<Match> {
  if (!slowPatterns.has(search)) {
    const match = await quickLane.match(search);
    if (match !== 'timeout') return match;
    if (!slowPatterns.has(search)) slowPatterns.add(search);
  }
  if (slowPatterns.isEndless(search) && slowLane.size(search.ownerId) >= slowWaiting) return 'timeout';
  return slowLane.match(search);
}
