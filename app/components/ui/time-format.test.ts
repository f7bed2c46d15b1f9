import { expect, test } from 'vitest';
import { cityOf, plural, relativeText, spanText, wallTime } from './time-format.ts';

const at = Date.parse('2026-11-21T15:05:12.038Z');

test('a time is written as month, day, year and a 24-hour clock in the asked zone', () => {
  const { date, dateWithWeekday, hour, second, millisecond } = wallTime({ at, timeZone: 'America/New_York' });
  expect([date, dateWithWeekday, hour, second, millisecond]).toEqual([
    'Nov 21, 2026',
    'Sat, Nov 21, 2026',
    '10:05',
    '10:05:12',
    '10:05:12.038',
  ]);
});

test('midnight is 00, never 24', () => {
  expect(wallTime({ at: Date.parse('2026-11-21T00:04:00Z'), timeZone: 'UTC' }).hour).toBe('00:04');
});

test('the day is that of the zone, not of UTC', () => {
  expect(wallTime({ at: Date.parse('2026-11-21T01:30:00Z'), timeZone: 'America/New_York' }).date).toBe(
    'Nov 20, 2026',
  );
});

test.each([
  [48_999, '48s'],
  [65_000, '1m 05s'],
  [288_000, '4m 48s'],
  [599_999, '9m 59s'],
  [3_288_000, '54m'],
  [32_088_000, '8h 54m'],
  [158_988_000, '1d 20h'],
])('a span of %i ms is cut to two units: %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});

test('the past is "ago", the future "in", the same second "now"', () => {
  expect(relativeText({ at: at + 48_000, now: at })).toBe('in 48s');
  expect(relativeText({ at: at - 48_000, now: at })).toBe('48s ago');
  expect(relativeText({ at: at + 999, now: at })).toBe('now');
});

test('a zone is named by its city and a count agrees with its noun', () => {
  expect([cityOf('America/New_York'), cityOf('UTC'), cityOf('America/Argentina/Buenos_Aires')]).toEqual([
    'New York',
    'UTC',
    'Buenos Aires',
  ]);
  expect([plural(1, 'job'), plural(1200, 'job'), plural(2, 'retry', 'retries')]).toEqual([
    '1 job',
    '1,200 jobs',
    '2 retries',
  ]);
});
