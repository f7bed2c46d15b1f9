import { openPatternLane, type Match } from './pattern-lane.server.ts';

const quickMs = 50;
export const patternLimitMs = 250;
/** Searches that may wait for the slow lane, where their pattern is one that it had to end: 10 s. */
const slowWaiting = 40;
const slowHeld = 1_000;

/** Patterns that took longer than the quick lane gives them, and those that the slow one had to end. */
const slowPatterns = new Map<string, 'slow' | 'endless'>();
const quickLane = openPatternLane({ limitMs: quickMs, isHopeless: (pattern) => slowPatterns.has(pattern) });
const slowLane = openPatternLane({ limitMs: patternLimitMs, onEnd: learn });

/**
 * Whether a pattern is found in a body of at most 64 KiB, in at most 250 ms: RE2 is linear, so this bounds its
 * constant. Patterns run in threads, one after another; one that needs more than 50 ms goes on with its like, so
 * that nobody waits behind a pattern that is made to be slow. Whether it is slow or the machine was busy the next search
 * tells. Where too many searches wait, the answer is `timeout` for a pattern that took too long the last time.
 */
export async function matchPattern({ pattern, text }: { pattern: string; text: string }): Promise<Match> {
  if (!slowPatterns.has(pattern)) {
    const match = await quickLane.match({ pattern, text });
    if (match !== 'timeout') return match;
    if (!slowPatterns.has(pattern)) keep({ pattern, as: 'slow' });
  }
  if (slowPatterns.get(pattern) === 'endless' && slowLane.size() >= slowWaiting) return 'timeout';
  return slowLane.match({ pattern, text });
}

function learn({ pattern, ms }: { pattern: string; ms: number | null }) {
  if (ms !== null && ms <= quickMs) slowPatterns.delete(pattern);
  else keep({ pattern, as: ms === null ? 'endless' : 'slow' });
}

function keep({ pattern, as }: { pattern: string; as: 'slow' | 'endless' }) {
  if (slowPatterns.size >= slowHeld) slowPatterns.clear();
  slowPatterns.set(pattern, as);
}
