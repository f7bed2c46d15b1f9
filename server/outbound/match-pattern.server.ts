import { openPatternLane, type Match } from './pattern-lane.server.ts';

const quickMs = 50;
export const patternLimitMs = 250;
/** Searches that may wait for the slow lane: 10 s. */
const slowWaiting = 40;
const slowHeld = 1_000;

const slowPatterns = new Set<string>();
const quickLane = openPatternLane({ limitMs: quickMs, isHopeless: (pattern) => slowPatterns.has(pattern) });
const slowLane = openPatternLane({ limitMs: patternLimitMs });

/**
 * Whether a pattern is found in a body of at most 64 KiB, in at most 250 ms: RE2 is linear, so this bounds its
 * constant. Patterns run in threads, one after another; one that needs more than 50 ms goes on with its like, so
 * that nobody waits behind a pattern that is made to be slow. Where too many of those wait, the answer is `timeout`.
 */
export async function matchPattern({ pattern, text }: { pattern: string; text: string }): Promise<Match> {
  if (!slowPatterns.has(pattern)) {
    const match = await quickLane.match({ pattern, text });
    if (match !== 'timeout') return match;
    if (slowPatterns.size >= slowHeld) slowPatterns.clear();
    slowPatterns.add(pattern);
  }
  return slowLane.size() >= slowWaiting ? 'timeout' : slowLane.match({ pattern, text });
}
