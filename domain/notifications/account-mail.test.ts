import { expect, test } from 'vitest';
import { summedUpWeek } from './account-mail.ts';

test.each([
  ['2026-11-22T23:59:59Z', null],
  ['2026-11-23T05:59:59Z', null],
  ['2026-11-23T06:00:00Z', '2026-11-16'],
  ['2026-11-23T23:59:59Z', '2026-11-16'],
  ['2026-11-24T00:00:00Z', null],
  ['2027-01-04T12:00:00Z', '2026-12-28'],
])('at %s the summarized week began on %s', (now, week) => {
  expect(summedUpWeek(Date.parse(now))).toBe(week);
});
