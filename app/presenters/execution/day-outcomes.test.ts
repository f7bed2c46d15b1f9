import { expect, test } from 'vitest';
import { dayLetters, fillDays, kindsOf, stripText, worstOf, type DayKind } from './day-outcomes.ts';

const day = '2026-11-21';

test('one failure among many successes makes a failed day', () => {
  expect(worstOf({ day, success: 1439, failed: 1, missed: 3 })).toBe('failed');
});

test('an unknown outcome counts like a missed fire, and both are worse than a skipped one', () => {
  expect(worstOf({ day, success: 5, unknown: 1, skipped: 2 })).toBe('missed');
});

test('a run whose retries were cut short by the next one makes a failed day', () => {
  expect(worstOf({ day, success: 5, superseded: 1, missed: 1 })).toBe('failed');
});

test('a skip by the owner leaves a day good, and is shown where nothing else happened', () => {
  expect(worstOf({ day, success: 60, skipped: 1, skippedByOwner: 1 })).toBe('success');
  expect(worstOf({ day, skipped: 1, skippedByOwner: 1 })).toBe('skipped');
});

test('a skip that the owner did not ask for is worse than a success', () => {
  expect(worstOf({ day, success: 60, skipped: 2, skippedByOwner: 1 })).toBe('skipped');
});

test('a day without executions differs from a day of success', () => {
  expect(worstOf({ day, success: 0 })).toBe('none');
  const days = [{ day }, { day, success: 2 }, { day, success: 1, failed: 1 }];
  expect(stripText(days.map(worstOf))).toBe('3 days: 1 succeeded, 1 failed, 1 without a call');
});

test('days without a row are filled in, oldest first, today last', () => {
  const days = fillDays({
    rows: [{ day: '2026-11-20', success: 1 }],
    now: Date.parse('2026-11-21T15:05:12Z'),
    count: 3,
  });
  expect(days).toEqual([{ day: '2026-11-19' }, { day: '2026-11-20', success: 1 }, { day: '2026-11-21' }]);
});

test('kinds of days survive encoding as letters', () => {
  const kinds: DayKind[] = ['none', 'success', 'skipped', 'missed', 'failed', 'none'];
  expect(dayLetters(kinds)).toHaveLength(kinds.length);
  expect(kindsOf(dayLetters(kinds))).toEqual(kinds);
});
