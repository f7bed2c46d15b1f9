import { wallTime } from '#app/format/time-format.ts';
import type { Outcome } from '#domain/outcome.ts';
import { dayMs } from '#domain/time/units.ts';

/** Executions of a day (UTC, "2026-11-21") by outcome, and those of the skipped ones the owner skipped. */
export type DayCounts = { day: string } & Partial<Record<Outcome | 'skippedByOwner', number>>;

/** Stroke of a day: its worst outcome. */
export type DayKind = 'failed' | 'missed' | 'skipped' | 'success' | 'none';

const order: readonly [DayKind, readonly Outcome[]][] = [
  ['failed', ['failed', 'superseded']],
  ['missed', ['missed', 'unknown']],
  ['skipped', ['skipped']],
  ['success', ['success']],
];

/** One failure among a thousand successes makes the day a failed one; a skip wished for leaves it good. */
export function worstOf(counts: DayCounts): DayKind {
  const skippedByOwner = counts.skippedByOwner ?? 0;
  const other = { ...counts, skipped: (counts.skipped ?? 0) - skippedByOwner };
  const found = order.find(([, outcomes]) => outcomes.some((outcome) => (other[outcome] ?? 0) > 0));
  if (found) return found[0];
  return skippedByOwner > 0 ? 'skipped' : 'none';
}

const words: Record<DayKind, string> = {
  success: 'succeeded',
  failed: 'failed',
  missed: 'missed',
  skipped: 'skipped',
  none: 'without a call',
};

export const kindWords = words;

/** Number of days of each kind, existing ones only, in order. */
export function notifyKinds(kinds: readonly DayKind[]): { kind: DayKind; count: number; word: string }[] {
  return (['success', 'failed', 'missed', 'skipped', 'none'] as const)
    .map((kind) => ({ kind, count: kinds.filter((other) => other === kind).length, word: words[kind] }))
    .filter(({ count }) => count > 0);
}

/** "30 days: 28 succeeded, 2 failed" */
export function stripText(kinds: readonly DayKind[]): string {
  const parts = notifyKinds(kinds).map(({ count, word }) => `${count} ${word}`);
  return `${kinds.length} days: ${parts.join(', ')}`;
}

const kindLetters: Record<DayKind, string> = {
  none: '-',
  success: 's',
  skipped: 'k',
  missed: 'm',
  failed: 'f',
};
const letterKinds = new Map(Object.entries(kindLetters).map(([kind, letter]) => [letter, kind as DayKind]));

/** The kinds of days as a letter each: a page of rows sends them by the thousand. */
export function dayLetters(kinds: readonly DayKind[]): string {
  return kinds.map((kind) => kindLetters[kind]).join('');
}

export function kindsOf(letters: string): DayKind[] {
  return Array.from(letters, (letter) => letterKinds.get(letter) ?? 'none');
}

/** The last `count` days up to today (UTC), those without a row as days without a call. */
export function fillDays({
  rows,
  now,
  count = 30,
}: {
  rows: readonly DayCounts[];
  now: number;
  count?: number;
}): DayCounts[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const today = Math.floor(now / dayMs);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date((today - count + 1 + index) * dayMs).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day };
  });
}

/** "Nov 21, 2026" of "2026-11-21" */
export function dayText(day: string): string {
  return wallTime({ at: Date.parse(day), timeZone: 'UTC' }).date;
}
