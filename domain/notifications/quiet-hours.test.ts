import { describe, expect, test } from 'vitest';
import { offsetMinutes } from '#domain/schedule/timezone.ts';
import { type Weekday, weekdays } from '#domain/schedule/week-hours.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts';
import '#domain/zones/shipped-zones.ts';
import { fc } from '#tests/property.ts';
import {
  type QuietHours,
  quietHoursText,
  quietUntil,
  readQuietHours,
  storedQuietHours,
} from './quiet-hours.ts';

const nights: QuietHours = {
  weekdays: [...weekdays],
  from: '22:00',
  until: '07:00',
  timeZone: 'Europe/Berlin',
};
const until = (at: string, given: Partial<QuietHours> = {}) => {
  const end = quietUntil({ quietHours: { ...nights, ...given }, at: Date.parse(at) });
  return end === null ? null : new Date(end).toISOString().slice(0, 16);
};

describe('the end of quiet hours', () => {
  test.each<[string, string, Partial<QuietHours>, string | null]>([
    ['a minute before they begin', '2026-11-27T20:59:59Z', {}, null],
    ['as they begin', '2026-11-27T21:00:00Z', {}, '2026-11-28T06:00'],
    ['past midnight', '2026-11-28T02:00:00Z', {}, '2026-11-28T06:00'],
    ['as they end', '2026-11-28T06:00:00Z', {}, null],
    // Clocks are set forward at 01:00Z, back at 01:00Z.
    ['over the night of 23 hours', '2026-03-28T21:30:00Z', {}, '2026-03-29T05:00'],
    ['over the night of 25 hours', '2026-10-24T20:30:00Z', {}, '2026-10-25T06:00'],
    ['up to a skipped time', '2026-03-28T23:30:00Z', { until: '02:30' }, '2026-03-29T01:00'],
    ['from a skipped time, before it', '2026-03-29T00:59:59Z', { from: '02:30' }, null],
    ['from a skipped time', '2026-03-29T01:00:00Z', { from: '02:30' }, '2026-03-29T05:00'],
    ['up to a repeated time', '2026-10-24T23:00:00Z', { until: '02:30' }, '2026-10-25T01:30'],
    ['between both passes of it', '2026-10-25T00:45:00Z', { until: '02:30' }, '2026-10-25T01:30'],
    ['from a repeated time', '2026-10-25T00:30:00Z', { from: '02:30' }, '2026-10-25T06:00'],
    ['before the second pass of it', '2026-10-25T01:00:00Z', { from: '02:30' }, '2026-10-25T06:00'],
    ['in the daytime', '2026-11-27T11:30:00Z', { from: '12:00', until: '13:00' }, '2026-11-27T12:00'],
    ['on a day that has none', '2026-11-27T22:00:00Z', { weekdays: ['monday'] }, null],
    // Friday night counts as Friday.
    ['of yesterday', '2026-11-28T02:00:00Z', { weekdays: ['friday'] }, '2026-11-28T06:00'],
    ['of tonight only', '2026-11-28T02:00:00Z', { weekdays: ['saturday'] }, null],
    [
      'of a whole weekend',
      '2026-11-28T02:00:00Z',
      { weekdays: ['saturday', 'sunday'], from: '00:00', until: '00:00' },
      '2026-11-29T23:00',
    ],
    [
      'of the weekend before it begins',
      '2026-11-27T22:59:00Z',
      { weekdays: ['saturday', 'sunday'], from: '00:00', until: '00:00' },
      null,
    ],
    [
      'in a zone that skipped a whole day',
      '2011-12-30T09:59:00Z',
      { timeZone: 'Pacific/Apia' },
      '2011-12-30T17:00',
    ],
  ])('%s', (_name, at, given, end) => {
    expect(until(at, given)).toBe(end);
  });
});

/** Local time as if it were UTC. */
const localOf = (timeZone: string, at: number) => at + offsetMinutes({ timeZone, at }) * minuteMs;
const timeMs = (time: string) => Number(time.slice(0, 2)) * hourMs + Number(time.slice(3)) * minuteMs;

/** The same, minute by minute. */
function slowUntil({
  quietHours: { weekdays: days, from, until: to, timeZone },
  at,
}: {
  quietHours: QuietHours;
  at: number;
}) {
  const around = Array.from({ length: 5 * 24 * 60 }, (_, index) => at - 3 * dayMs + index * minuteMs);
  const lasts = timeMs(to) > timeMs(from) ? 0 : dayMs;
  const today = Math.floor(localOf(timeZone, at) / dayMs);
  let end: number | null = null;
  for (let day = today - 3; day <= today + 1; day += 1) {
    if (!days.includes(weekdays[(day + 3) % 7] as Weekday)) continue;
    const begins = around.find((one) => localOf(timeZone, one) >= day * dayMs + timeMs(from));
    const last = around.findLast((one) => localOf(timeZone, one) < day * dayMs + timeMs(to) + lasts);
    if (begins === undefined || last === undefined) continue;
    // Periods that touch are one.
    if ((begins <= at && at <= last) || (end !== null && begins <= end && last >= end)) end = last + minuteMs;
  }
  return end;
}

test('the end agrees with a walk by the minute, in all zones and over clock changes', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 1, 30, 59))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
  const changes = [
    '2026-03-29T01:00Z',
    '2026-10-25T01:00Z',
    '2026-03-08T07:00Z',
    '2026-11-01T06:00Z',
    '2026-04-04T15:00Z',
    '2026-10-03T15:30Z',
  ];
  fc.assert(
    fc.property(
      fc.subarray([...weekdays], { minLength: 1, maxLength: 6 }),
      time,
      time,
      fc.constantFrom(...zones),
      fc.constantFrom(...changes),
      fc.integer({ min: -36 * 60, max: 36 * 60 }),
      (days, from, to, timeZone, change, minutes) => {
        fc.pre(from !== to);
        const quietHours = { weekdays: days, from, until: to, timeZone };
        const at = Date.parse(change) + minutes * minuteMs;
        expect(quietUntil({ quietHours, at })).toBe(slowUntil({ quietHours, at }));
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

test('quiet hours end: what was quiet at an instant is not at its end', () => {
  fc.assert(
    fc.property(
      fc.subarray([...weekdays], { minLength: 1, maxLength: 6 }),
      fc.constantFrom('00:00', '02:30', '22:00'),
      fc.constantFrom('00:00', '02:15', '07:00'),
      fc.integer({ min: 0, max: 400 * 24 * 60 }),
      (days, from, to, minutes) => {
        const quietHours = { weekdays: days, from, until: to, timeZone: 'Europe/Berlin' };
        const at = Date.parse('2026-01-01T00:00Z') + minutes * minuteMs;
        const end = quietUntil({ quietHours, at });
        if (end === null) return;
        expect(end).toBeGreaterThan(at);
        expect(quietUntil({ quietHours, at: end })).toBeNull();
      },
    ),
  );
});

test('errors name the field and the remedy', () => {
  expect(readQuietHours({ weekdays: [], from: '25:00', until: '', timeZone: 'Mars' }).errors).toEqual({
    weekdays: `Choose at least one of ${weekdays.join(', ')}.`,
    from: 'Enter a time such as 22:00.',
    until: 'Enter a time such as 22:00.',
    timeZone: 'Mars is not a time zone. Choose one from the list, such as Europe/Paris.',
  });
  expect(readQuietHours({ ...nights, weekdays: ['monday', 'caturday'] }).errors).toHaveProperty('weekdays');
  expect(readQuietHours({ ...nights, until: '22:00' }).errors).toEqual({
    until: 'Choose another time or fewer days: these hours never end.',
  });
  expect(readQuietHours({ ...nights, timeZone: ' ' }).errors).toEqual({
    timeZone: 'Choose a time zone, such as Europe/Paris.',
  });
});

test('valid hours are read in the spelling and order in which they are stored', () => {
  const given = {
    weekdays: ['sunday', 'monday'],
    from: '22:00:00',
    until: ' 07:00',
    timeZone: 'europe/berlin',
  };
  const stored = { weekdays: ['monday', 'sunday'], from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
  expect(readQuietHours(given).quietHours).toEqual(stored);
  expect(storedQuietHours(stored)).toEqual(stored);
  expect(storedQuietHours(null)).toBeNull();
});

test.each<[Partial<QuietHours>, string]>([
  [{}, 'Every day from 22:00 to 07:00, Europe/Berlin'],
  [{ weekdays: weekdays.slice(0, 5) }, 'Monday to Friday from 22:00 to 07:00, Europe/Berlin'],
  [
    { weekdays: ['saturday', 'sunday'], until: '22:00' },
    'Saturday and Sunday from 22:00 for 24 hours, Europe/Berlin',
  ],
  [{ weekdays: ['tuesday'] }, 'Tuesdays from 22:00 to 07:00, Europe/Berlin'],
  [
    { weekdays: ['monday', 'tuesday', 'friday'] },
    'Monday, Tuesday and Friday from 22:00 to 07:00, Europe/Berlin',
  ],
])('%j reads %s', (given, text) => {
  expect(quietHoursText({ ...nights, ...given })).toBe(text);
});
