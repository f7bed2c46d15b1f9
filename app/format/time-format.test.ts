import { expect, test } from 'vitest';
import { cityOf, plural, relativeText, spanText, wallTime } from './time-format.ts';

const at = Date.parse('2026-11-21T15:05:12.038Z');

test('a time reads month, day, year and a 24-hour clock in the given zone', () => {
  const { date, dateWithWeekday, hour, second, millisecond } = wallTime({ at, timeZone: 'America/New_York' });
  expect([date, dateWithWeekday, hour, second, millisecond]).toEqual([
    'Nov 21, 2026',
    'Sat, Nov 21, 2026',
    '10:05',
    '10:05:12',
    '10:05:12.038',
  ]);
});

test.each([
  ['2026-11-21T15:05:12.038Z', 'UTC', 'Sat, Nov 21, 2026', '15:05:12.038'],
  ['2026-01-01T00:00:00.000Z', 'UTC', 'Thu, Jan 1, 2026', '00:00:00.000'],
  ['2026-12-31T23:59:59.999Z', 'UTC', 'Thu, Dec 31, 2026', '23:59:59.999'],
  ['2026-12-31T23:59:59.999Z', 'Asia/Tokyo', 'Fri, Jan 1, 2027', '08:59:59.999'],
  ['2027-01-01T04:59:00.000Z', 'America/New_York', 'Thu, Dec 31, 2026', '23:59:00.000'],
  ['2028-02-29T12:00:00.000Z', 'Europe/London', 'Tue, Feb 29, 2028', '12:00:00.000'],
  ['2026-07-01T12:00:00.000Z', 'Europe/London', 'Wed, Jul 1, 2026', '13:00:00.000'],
  ['2026-11-21T15:05:12.038Z', 'Asia/Kolkata', 'Sat, Nov 21, 2026', '20:35:12.038'],
  ['2026-11-21T15:05:12.038Z', 'Asia/Kathmandu', 'Sat, Nov 21, 2026', '20:50:12.038'],
  ['2026-11-21T15:05:12.038Z', 'Australia/Lord_Howe', 'Sun, Nov 22, 2026', '02:05:12.038'],
  ['2026-11-21T15:05:12.038Z', 'Pacific/Chatham', 'Sun, Nov 22, 2026', '04:50:12.038'],
  ['2026-11-21T15:05:12.038Z', 'America/St_Johns', 'Sat, Nov 21, 2026', '11:35:12.038'],
  ['2026-11-21T15:05:12.038Z', 'Pacific/Kiritimati', 'Sun, Nov 22, 2026', '05:05:12.038'],
  // The same hour twice as the clocks of New York are put back, and none between 02:00 and 03:00 in spring.
  ['2026-11-01T05:30:00.000Z', 'America/New_York', 'Sun, Nov 1, 2026', '01:30:00.000'],
  ['2026-11-01T06:30:00.000Z', 'America/New_York', 'Sun, Nov 1, 2026', '01:30:00.000'],
  ['2027-03-14T06:59:59.000Z', 'America/New_York', 'Sun, Mar 14, 2027', '01:59:59.000'],
  ['2027-03-14T07:00:00.000Z', 'America/New_York', 'Sun, Mar 14, 2027', '03:00:00.000'],
])('%s is in %s %s %s', (instant, timeZone, dateWithWeekday, millisecond) => {
  expect(wallTime({ at: Date.parse(instant), timeZone })).toMatchObject({ dateWithWeekday, millisecond });
});

test('each zone shows what Intl shows, at its clock changes too', () => {
  // Steps that do not divide a day reach all its hours.
  const [from, until, step] = [Date.parse('2026-09-20'), Date.parse('2027-04-10'), 37 * 3_600_000 + 61_000];
  const wrong: string[] = [];
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const style = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone } as const;
    const format = new Intl.DateTimeFormat('en-US', style);
    for (let instant = from; instant < until; instant += step) {
      const { date, second } = wallTime({ at: instant, timeZone });
      const said = format.format(instant);
      if (`${date}, ${second}` !== said) wrong.push(`${timeZone}: ${date}, ${second} is ${said}`);
    }
  }
  expect(wrong).toEqual([]);
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
  [0, '0s'],
  [999, '0s'],
  [1_000, '1s'],
  [48_999, '48s'],
  [59_999, '59s'],
  [60_000, '1m 00s'],
  [65_000, '1m 05s'],
  [288_000, '4m 48s'],
  [599_999, '9m 59s'],
  [600_000, '10m'],
  [3_288_000, '54m'],
  [3_599_999, '59m'],
  [3_600_000, '1h 0m'],
  [86_399_999, '23h 59m'],
  [86_400_000, '1d 0h'],
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

test('a zone is named by its city, and nouns agree with their counts', () => {
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
