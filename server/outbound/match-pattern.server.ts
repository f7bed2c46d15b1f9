import { openPatternLane, type Match } from './pattern-lane.server.ts';

const quickMs = 50;
export const patternLimitMs = 250;
/** Searches that may wait for the slow lane, where their pattern is one that it had to end: 10 s. */
const slowWaiting = 40;
const slowHeld = 1_000;
/** So many quick searches in a row and a pattern counts as quick again: each that is ended there costs the quick lane its thread. */
const quickAgain = 20;

/** Patterns that took longer than the quick lane gives them, and how their searches in the slow one go. */
const slowPatterns = new Map<string, { isEndless: boolean; quickInRow: number }>();
const quickLane = openPatternLane({ limitMs: quickMs, isHopeless: (pattern) => slowPatterns.has(pattern) });
const slowLane = openPatternLane({ limitMs: patternLimitMs, onEnd: learn });

/**
 * Whether a pattern is found in a body of at most 64 KiB, in at most 250 ms: RE2 is linear, so this bounds its
 * constant. Patterns run in threads, one after another; one that needs more than 50 ms goes on with its like, so
 * that nobody waits behind a pattern that is made to be slow. Whether it is slow or the machine was busy its next searches
 * tell. Where too many searches wait, the answer is `timeout` for a pattern that took too long the last time.
 */
export async function matchPattern({ pattern, text }: { pattern: string; text: string }): Promise<Match> {
  if (!slowPatterns.has(pattern)) {
    const match = await quickLane.match({ pattern, text });
    if (match !== 'timeout') return match;
    if (!slowPatterns.has(pattern)) keep({ pattern, isEndless: false, quickInRow: 0 });
  }
  if (slowPatterns.get(pattern)?.isEndless && slowLane.size() >= slowWaiting) return 'timeout';
  return slowLane.match({ pattern, text });
}

function learn({ pattern, ms }: { pattern: string; ms: number | null }) {
  const isQuick = ms !== null && ms <= quickMs;
  const quickInRow = isQuick ? (slowPatterns.get(pattern)?.quickInRow ?? 0) + 1 : 0;
  if (quickInRow >= quickAgain) slowPatterns.delete(pattern);
  else keep({ pattern, isEndless: ms === null, quickInRow });
}

function keep({ pattern, ...seen }: { pattern: string; isEndless: boolean; quickInRow: number }) {
  if (slowPatterns.size >= slowHeld && !slowPatterns.has(pattern)) slowPatterns.clear();
  slowPatterns.set(pattern, seen);
}
