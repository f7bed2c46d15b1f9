import { dayLetters, worstOf, type DayCounts } from '#app/components/execution/day-outcomes.ts';
import { outcomeBits } from '#server/executions/day-strips.server.ts';
import type { ExecutionOutcome } from '#server/executions/types.ts';

const outcomes = Object.entries(outcomeBits) as [ExecutionOutcome, number][];

/** The letter of a day for each set of outcomes that it can have had. */
const letterOf = Array.from({ length: 2 ** outcomes.length }, (_, bits) => {
  const counts: DayCounts = { day: '' };
  for (const [outcome, bit] of outcomes) counts[outcome] = bits & bit;
  return dayLetters([worstOf(counts)]);
});

/** The days of a job's strip (dayStrips) as rows carry them: a letter each (dayLetters). */
export function stripLetters(strip: readonly number[]): string {
  return strip.map((bits) => letterOf[bits] ?? '').join('');
}
