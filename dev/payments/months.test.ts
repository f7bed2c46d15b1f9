import { expect, test } from 'vitest';
import { addMonths, nextPeriodEnd } from './months.ts';

const at = (text: string) => Date.parse(text) / 1000;

test('a month after the 31st is the last day of a shorter month, and the day returns after it', () => {
  const anchor = at('2026-01-31T10:00:00Z');
  expect([1, 2, 13].map((months) => addMonths({ from: anchor, months }))).toEqual([
    at('2026-02-28T10:00:00Z'),
    at('2026-03-31T10:00:00Z'),
    at('2027-02-28T10:00:00Z'),
  ]);
  expect(nextPeriodEnd({ anchor, after: at('2026-02-28T10:00:00Z') })).toBe(at('2026-03-31T10:00:00Z'));
  expect(nextPeriodEnd({ anchor, after: anchor })).toBe(at('2026-02-28T10:00:00Z'));
});
