import { wallTime } from '#app/components/ui/time-format.ts';

type Outcome = 'success' | 'failed' | 'superseded' | 'skipped' | 'missed' | 'unknown';

/** How many executions of a day (UTC, "2026-11-21") ended how. */
export type DayCounts = { day: string } & Partial<Record<Outcome, number>>;

/** What a day's stroke shows: its worst outcome. */
export type DayKind = 'failed' | 'missed' | 'skipped' | 'success' | 'none';

const order: readonly [DayKind, readonly Outcome[]][] = [
  ['failed', ['failed']],
  ['missed', ['missed', 'unknown']],
  ['skipped', ['skipped', 'superseded']],
  ['success', ['success']],
];

/** One failure among a thousand successes makes the day a failed one. */
export function worstOf(counts: DayCounts): DayKind {
  const found = order.find(([, outcomes]) => outcomes.some((outcome) => (counts[outcome] ?? 0) > 0));
  return found ? found[0] : 'none';
}

const words: Record<DayKind, string> = {
  success: 'succeeded',
  failed: 'failed',
  missed: 'missed',
  skipped: 'skipped',
  none: 'without a call',
};

export const kindWords = words;

/** How many days are of each kind, those that occur, in the order they are told. */
export function tellKinds(days: readonly DayCounts[]): { kind: DayKind; count: number; word: string }[] {
  const kinds = days.map(worstOf);
  return (['success', 'failed', 'missed', 'skipped', 'none'] as const)
    .map((kind) => ({ kind, count: kinds.filter((other) => other === kind).length, word: words[kind] }))
    .filter(({ count }) => count > 0);
}

/** "30 days: 28 succeeded, 2 failed" */
export function stripText(days: readonly DayCounts[]): string {
  const parts = tellKinds(days).map(({ count, word }) => `${count} ${word}`);
  return `${days.length} days: ${parts.join(', ')}`;
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
  const today = Math.floor(now / 86_400_000);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date((today - count + 1 + index) * 86_400_000).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day };
  });
}

/** "Nov 21, 2026" of "2026-11-21" */
export function dayText(day: string): string {
  return wallTime({ at: Date.parse(day), timeZone: 'UTC' }).date;
}
