import { dayLetters, worstOf, type DayCounts } from '#app/presenters/execution/day-outcomes.ts';
import { outcomeBits } from '#server/executions/statistics/day-strips.server.ts';

const outcomes = Object.entries(outcomeBits) as [keyof typeof outcomeBits, number][];

/** The letter of a day for each set of outcomes it can have had. */
const letterOf = Array.from({ length: 2 ** outcomes.length }, (_, bits) => {
  const counts: DayCounts = { day: '' };
  for (const [outcome, bit] of outcomes) counts[outcome] = bits & bit ? 1 : 0;
  // In the counts of a day these are some of the skipped ones.
  counts.skipped = (counts.skipped ?? 0) + (counts.skippedByOwner ?? 0);
  return dayLetters([worstOf(counts)]);
});

/** The days of a job's strip (dayStrips) as rows carry them: a letter each (dayLetters). */
export function stripLetters(strip: readonly number[]): string {
  return strip.map((bits) => letterOf[bits] ?? '').join('');
}
