import { expect, test } from 'vitest';
import { clockChanges } from '#domain/schedule/clock-changes.ts';

// Expected sentences about the clock changes from October 2026 to September 2027. The days are those the countries have
// decreed: the table comes from the time zone database, not from the code.

const from = Date.parse('2026-10-01T00:00:00Z');

const gap = (date: string, time: string, city: string, runsAt: string) =>
  `On ${date}, ${time} does not exist in ${city}: this job runs at ${runsAt}.`;
const twice = (date: string, time: string, city: string) =>
  `On ${date}, ${time} happens twice in ${city}: this job runs once, the first time.`;
const elapsed = 'This schedule follows elapsed time when clocks change.';

const oct4 = 'Sun, Oct 4, 2026';
const oct25 = 'Sun, Oct 25, 2026';
const nov1 = 'Sun, Nov 1, 2026';
const mar14 = 'Sun, Mar 14, 2027';
const mar28 = 'Sun, Mar 28, 2027';
const apr4 = 'Sun, Apr 4, 2027';
const sep26 = 'Sun, Sep 26, 2027';

const rows: [cron: string, timeZone: string, ...texts: string[]][] = [
  // North America: the hour from 02:00 is missing in March, the hour from 01:00 is repeated in November.
  ['30 2 * * *', 'America/Chicago', gap(mar14, '02:30', 'Chicago', '03:00')],
  ['0 2 * * *', 'America/Denver', gap(mar14, '02:00', 'Denver', '03:00')],
  ['59 2 * * *', 'America/Los_Angeles', gap(mar14, '02:59', 'Los Angeles', '03:00')],
  ['0 1 * * *', 'America/Los_Angeles', twice(nov1, '01:00', 'Los Angeles')],
  ['30 1,2 * * *', 'America/Denver', twice(nov1, '01:30', 'Denver'), gap(mar14, '02:30', 'Denver', '03:00')],
  ['45 1 * * *', 'America/St_Johns', twice(nov1, '01:45', 'St Johns')],
  ['0 3 * * *', 'America/New_York'],
  ['59 0 * * *', 'America/New_York'],
  ['30 2 * * 1-5', 'America/New_York'],
  ['30 2 14 3 *', 'America/New_York', gap(mar14, '02:30', 'New York', '03:00')],
  ['30 2 13 3 *', 'America/New_York'],
  // Cuba keeps summer time through the winter of 2026, and British Columbia for good.
  ['0 0 * * *', 'America/Havana'],
  ['30 1,2 * * *', 'America/Vancouver'],
  // The hour before midnight, in Greenland: the run comes on the next day.
  [
    '30 23 * * *',
    'America/Nuuk',
    twice('Sat, Oct 24, 2026', '23:30', 'Nuuk'),
    gap('Sat, Mar 27, 2027', '23:30', 'Nuuk', '00:00 on Sun, Mar 28'),
  ],
  // Europe: everywhere at 01:00 UTC.
  ['30 1 * * *', 'Europe/London', twice(oct25, '01:30', 'London'), gap(mar28, '01:30', 'London', '02:00')],
  ['0 1 * * *', 'Europe/Dublin', twice(oct25, '01:00', 'Dublin'), gap(mar28, '01:00', 'Dublin', '02:00')],
  ['30 2 * * *', 'Europe/Paris', twice(oct25, '02:30', 'Paris'), gap(mar28, '02:30', 'Paris', '03:00')],
  ['15 2 * * 0', 'Europe/Berlin', twice(oct25, '02:15', 'Berlin'), gap(mar28, '02:15', 'Berlin', '03:00')],
  ['15 2 * * 1-6', 'Europe/Berlin'],
  ['15 2 28 3 *', 'Europe/Madrid', gap(mar28, '02:15', 'Madrid', '03:00')],
  ['15 2 25 10 *', 'Europe/Rome', twice(oct25, '02:15', 'Rome')],
  ['30 0 * * *', 'Atlantic/Azores', twice(oct25, '00:30', 'Azores'), gap(mar28, '00:30', 'Azores', '01:00')],
  // Two hours at once, in Queen Maud Land.
  ['30 1 * * *', 'Antarctica/Troll', twice(oct25, '01:30', 'Troll'), gap(mar28, '01:30', 'Troll', '03:00')],
  // The south: forward in October, back in April.
  ['30 2 * * *', 'Australia/Sydney', gap(oct4, '02:30', 'Sydney', '03:00'), twice(apr4, '02:30', 'Sydney')],
  [
    '30 2 * * *',
    'Pacific/Auckland',
    twice(apr4, '02:30', 'Auckland'),
    gap(sep26, '02:30', 'Auckland', '03:00'),
  ],
  // Half an hour only.
  ['15 2 * * *', 'Australia/Lord_Howe', gap(oct4, '02:15', 'Lord Howe', '02:30')],
  ['45 2 * * *', 'Australia/Lord_Howe'],
  ['45 1 * * *', 'Australia/Lord_Howe', twice(apr4, '01:45', 'Lord Howe')],
  ['15 1 * * *', 'Australia/Lord_Howe'],
  // From a quarter to.
  ['0 3 * * *', 'Pacific/Chatham', twice(apr4, '03:00', 'Chatham'), gap(sep26, '03:00', 'Chatham', '03:45')],
  ['30 2 * * *', 'Pacific/Chatham'],
  // At midnight, and not on a Sunday.
  ['0 0 * * *', 'America/Santiago', gap('Sun, Sep 5, 2027', '00:00', 'Santiago', '01:00')],
  ['30 23 * * *', 'America/Santiago', twice('Sat, Apr 3, 2027', '23:30', 'Santiago')],
  ['0 0 * * *', 'Africa/Cairo', gap('Fri, Apr 30, 2027', '00:00', 'Cairo', '01:00')],
  ['15 23 * * 4', 'Africa/Cairo', twice('Thu, Oct 29, 2026', '23:15', 'Cairo')],
  ['15 23 * * 5', 'Africa/Cairo'],
  ['0 0 * * *', 'Asia/Beirut', gap(mar28, '00:00', 'Beirut', '01:00')],
  ['59 23 * * *', 'Asia/Beirut', twice('Sat, Oct 24, 2026', '23:59', 'Beirut')],
  ['0 2 * * *', 'Asia/Jerusalem', gap('Fri, Mar 26, 2027', '02:00', 'Jerusalem', '03:00')],
  ['0 1 * * *', 'Asia/Jerusalem', twice(oct25, '01:00', 'Jerusalem')],
  // Clocks that are never set.
  ['30 2 * * *', 'Asia/Tokyo'],
  ['30 2 * * *', 'Asia/Kolkata'],
  ['30 2 * * *', 'Asia/Shanghai'],
  ['30 2 * * *', 'Asia/Kathmandu'],
  ['30 2 * * *', 'Asia/Tehran'],
  ['0 0 * * *', 'America/Sao_Paulo'],
  ['30 2 * * *', 'America/Mexico_City'],
  ['30 2 * * *', 'America/Phoenix'],
  ['30 2 * * *', 'Africa/Lagos'],
  ['30 2 * * *', 'Europe/Moscow'],
  // Steps and wildcards in the hours of a change; an hourly schedule has no warning.
  ['*/15 2 * * *', 'America/New_York', elapsed],
  ['0 */2 * * *', 'America/New_York', elapsed],
  ['0 */3 * * *', 'America/New_York'],
  ['* 2 * * *', 'Europe/Paris', elapsed],
  ['*/30 0-4 * * *', 'Europe/London', elapsed],
  ['0 1-23/2 * * *', 'Europe/London', elapsed],
  ['0 */2 * * *', 'Europe/London'],
  ['*/10 * * * *', 'Europe/London'],
  ['30 * * * *', 'Europe/London'],
  // Two times in one gap move to its end: one run, described by the first.
  ['15,45 2 * * *', 'America/New_York', gap(mar14, '02:15', 'New York', '03:00')],
];

test.each(rows.map(([cron, timeZone, ...texts]) => ({ cron, timeZone, texts })))(
  '$cron in $timeZone lists its clock changes',
  ({ cron, timeZone, texts }) => {
    expect(clockChanges({ cron, timeZone, from }).map(({ text }) => text)).toEqual(texts);
  },
);

test('the table has at least twelve zones', () => {
  expect(new Set(rows.map(([, timeZone]) => timeZone)).size).toBeGreaterThanOrEqual(12);
});
