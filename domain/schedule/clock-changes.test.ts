import { expect, test } from 'vitest';
import { clockChanges, fireMark } from './clock-changes.ts';

const from = Date.parse('2026-10-01T00:00:00Z');
const timeZone = 'America/New_York';
const textsOf = (cron: string, zone = timeZone) =>
  clockChanges({ cron, timeZone: zone, from }).map(({ text }) => text);

test('a time inside a gap is named with its date and the time it moves to', () => {
  expect(textsOf('30 2 * * *')).toEqual([
    'On Sun, Mar 14, 2027, 02:30 does not exist in New York: this job runs at 03:00.',
  ]);
});

test('a time that occurs twice is named with its date', () => {
  expect(textsOf('30 1 * * *')).toEqual([
    'On Sun, Nov 1, 2026, 01:30 happens twice in New York: this job runs once, the first time.',
  ]);
});

test('a schedule not affected by a clock change, or a zone without one, has no warnings', () => {
  expect(textsOf('30 12 * * *')).toEqual([]);
  expect(textsOf('30 2 * * 3')).toEqual([]);
  expect(textsOf('30 2 * * *', 'UTC')).toEqual([]);
});

test('steps in the hours of a change follow elapsed time', () => {
  expect(textsOf('*/20 1-3 * * *')).toEqual(['This schedule follows elapsed time when clocks change.']);
});

test('a fire moved out of a gap and the first of two are marked, others are not', () => {
  const markOf = (cron: string, at: string) => fireMark({ cron, timeZone, at: Date.parse(at) });
  expect(markOf('30 2 * * *', '2027-03-14T07:00:00Z')).toBe('shifted');
  expect(markOf('30 1 * * *', '2026-11-01T05:30:00Z')).toBe('first_of_two');
  expect(markOf('30 1 * * *', '2026-11-02T06:30:00Z')).toBeNull();
  expect(markOf('*/30 1 * * *', '2026-11-01T05:30:00Z')).toBeNull();
});

test('a change is shown until it has happened, and then the next one less than a year away', () => {
  const firstFrom = (at: string) =>
    clockChanges({ cron: '30 2 * * *', timeZone, from: Date.parse(at) }).map((change) => change.at)[0];
  expect(firstFrom('2027-03-14T06:59:00Z')).toBe(Date.parse('2027-03-14T07:00:00Z'));
  expect(firstFrom('2027-03-14T07:00:00Z')).toBe(Date.parse('2028-03-12T07:00:00Z'));
});
