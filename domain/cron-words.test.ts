import { expect, test } from 'vitest';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { cronHints } from '#domain/schedule/cron-hints.ts';

// Expected name and hints of each schedule (D11, D27), worked out by hand from the expression.

const either = 'Runs when either matches.';
const skipped = 'Months without this day are skipped. Use L for the last day.';

const rows: [cron: string, sentence: string, ...hints: string[]][] = [
  // Minutes
  ['*/1 * * * *', 'Every minute'],
  ['*/2 * * * *', 'Every 2 minutes'],
  ['*/3 * * * *', 'Every 3 minutes'],
  ['*/4 * * * *', 'Every 4 minutes'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['*/6 * * * *', 'Every 6 minutes'],
  ['*/8 * * * *', 'Every 8 minutes', 'Restarts every hour: after :56 comes :00.'],
  ['*/9 * * * *', 'Every 9 minutes', 'Restarts every hour: after :54 comes :00.'],
  ['*/10 * * * *', 'Every 10 minutes'],
  ['*/11 * * * *', 'Every 11 minutes', 'Restarts every hour: after :55 comes :00.'],
  ['*/12 * * * *', 'Every 12 minutes'],
  ['*/13 * * * *', 'Every 13 minutes', 'Restarts every hour: after :52 comes :00.'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['*/20 * * * *', 'Every 20 minutes'],
  ['*/25 * * * *', 'Every 25 minutes', 'Restarts every hour: after :50 comes :00.'],
  ['*/30 * * * *', 'Every 30 minutes'],
  ['*/40 * * * *', 'Every 40 minutes', 'Restarts every hour: after :40 comes :00.'],
  ['*/45 * * * *', 'Every 45 minutes', 'Restarts every hour: after :45 comes :00.'],
  ['1-59/2 * * * *', 'Every 2 minutes, minutes 1 through 59 past the hour'],
  [
    '3-59/7 * * * *',
    'Every 7 minutes, minutes 3 through 59 past the hour',
    'Restarts every hour: after :59 comes :03.',
  ],
  ['10-50/15 * * * *', 'Every 15 minutes, minutes 10 through 50 past the hour'],
  ['5 * * * *', 'At 5 minutes past the hour'],
  ['59 * * * *', 'At 59 minutes past the hour'],
  ['0,30 * * * *', 'At 0 and 30 minutes past the hour'],
  ['5,20,35 * * * *', 'At 5, 20, and 35 minutes past the hour'],
  ['0-29 * * * *', 'Minutes 0 through 29 past the hour'],
  // Hours
  ['0 */1 * * *', 'Every hour'],
  ['0 */2 * * *', 'Every 2 hours'],
  ['0 */3 * * *', 'Every 3 hours'],
  ['0 */4 * * *', 'Every 4 hours'],
  ['0 */5 * * *', 'Every 5 hours', 'Restarts every day: after 20:00 comes 00:00.'],
  ['0 */7 * * *', 'Every 7 hours', 'Restarts every day: after 21:00 comes 00:00.'],
  ['0 */8 * * *', 'Every 8 hours'],
  ['0 */9 * * *', 'Every 9 hours', 'Restarts every day: after 18:00 comes 00:00.'],
  ['0 */12 * * *', 'Every 12 hours'],
  [
    '30 */5 * * *',
    'At 30 minutes past the hour, every 5 hours',
    'Restarts every day: after 20:30 comes 00:30.',
  ],
  [
    '15,45 */10 * * *',
    'At 15 and 45 minutes past the hour, every 10 hours',
    'Restarts every day: after 20:45 comes 00:15.',
  ],
  ['* 8 * * *', 'Every minute, between 08:00 and 08:59'],
  ['* 9-17 * * *', 'Every minute, between 09:00 and 17:59'],
  ['*/10 0-5 * * *', 'Every 10 minutes, between 00:00 and 05:59'],
  ['0 9-17 * * *', 'Every hour, between 09:00 and 17:00'],
  ['30 9-17 * * *', 'At 30 minutes past the hour, between 09:00 and 17:59'],
  ['0 9,17 * * *', 'At 09:00 and 17:00'],
  ['30 9,17 * * *', 'At 09:30 and 17:30'],
  ['0 6,12,18 * * *', 'At 06:00, 12:00 and 18:00'],
  ['5,35 7 * * *', 'At 5 and 35 minutes past 07:00'],
  ['5,35 7,19 * * 6', 'At 5 and 35 minutes past 07:00 and 19:00, only on Saturday'],
  // One time a day
  ['1 0 * * *', 'Every day at 00:01'],
  ['59 23 * * *', 'Every day at 23:59'],
  ['5 4 * * *', 'Every day at 04:05'],
  ['05 04 * * *', 'Every day at 04:05'],
  ['00 00 * * *', 'Every day at midnight'],
  ['00 12 * * *', 'Every day at noon'],
  ['1 12 * * *', 'Every day at 12:01'],
  // Weekdays
  ['0 0 * * 2', 'Every Tuesday at midnight'],
  ['0 0 * * 3', 'Every Wednesday at midnight'],
  ['0 0 * * 4', 'Every Thursday at midnight'],
  ['0 0 * * 5', 'Every Friday at midnight'],
  ['0 0 * * 6', 'Every Saturday at midnight'],
  ['0 0 * * 7', 'Every Sunday at midnight'],
  ['5 4 * * sun', 'Every Sunday at 04:05'],
  ['0 12 * * WED', 'Every Wednesday at noon'],
  ['30 17 * * FRI', 'Every Friday at 17:30'],
  ['0 9 * * MON-FRI', 'Every weekday at 09:00'],
  ['0 12 * * 1-5', 'Every weekday at noon'],
  ['0 0 * * 1-5', 'Every weekday at midnight'],
  ['0 9 * * 1,3,5', 'At 09:00, only on Monday, Wednesday, and Friday'],
  ['0 9 * * 6,0', 'At 09:00, only on Sunday and Saturday'],
  ['0 9 * * SAT,SUN', 'At 09:00, only on Saturday and Sunday'],
  ['0 9 * * 2-4', 'At 09:00, Tuesday through Thursday'],
  ['*/5 * * * 1-5', 'Every 5 minutes, Monday through Friday'],
  ['*/15 9-17 * * 1-5', 'Every 15 minutes, between 09:00 and 17:59, Monday through Friday'],
  ['0 0 * * 1#1', 'At 00:00, on the first Monday of the month'],
  ['0 0 * * 5#3', 'At 00:00, on the third Friday of the month'],
  ['0 0 * * SUN#5', 'At 00:00, on the fifth Sunday of the month'],
  ['0 0 * * 5L', 'At 00:00, on the last Friday of the month'],
  ['0 18 * * 0L', 'At 18:00, on the last Sunday of the month'],
  // Days of the month
  ['30 6 1 * *', 'On the first day of every month at 06:30'],
  ['0 12 1 * *', 'On the first day of every month at noon'],
  ['45 23 15 * *', 'On the 15th day of every month at 23:45'],
  ['55 23 L * *', 'On the last day of every month at 23:55'],
  ['0 0 10 * *', 'At 00:00, on day 10 of the month'],
  ['0 0 1,15 * *', 'At 00:00, on day 1 and 15 of the month'],
  ['0 0 1-7 * *', 'At 00:00, between day 1 and 7 of the month'],
  ['0 3 29 * *', 'At 03:00, on day 29 of the month', skipped],
  ['0 3 30 * *', 'At 03:00, on day 30 of the month', skipped],
  ['0 3 31 * *', 'At 03:00, on day 31 of the month', skipped],
  ['0 3 1,31 * *', 'At 03:00, on day 1 and 31 of the month', skipped],
  ['0 3 28 * *', 'At 03:00, on day 28 of the month'],
  ['0 3 31 1,3,5 *', 'At 03:00, on day 31 of the month, only in January, March, and May'],
  ['0 3 30 4-6 *', 'At 03:00, on day 30 of the month, April through June'],
  // A range to the end of the month skips no month; a single one of its last days does.
  ['0 3 1-31 * *', 'At 03:00, between day 1 and 31 of the month'],
  ['0 3 25-31 * *', 'At 03:00, between day 25 and 31 of the month'],
  ['0 3 30-31 * *', 'At 03:00, between day 30 and 31 of the month', skipped],
  ['0 8 15W * *', 'At 08:00, on the weekday nearest day 15 of the month'],
  ['0 8 31W * *', 'At 08:00, on the weekday nearest day 31 of the month', skipped],
  ['0 8 1,L * *', 'At 08:00, on day 1 and the last day of the month'],
  ['0 8 5,10-12,L * *', 'At 08:00, on day 5, days 10 to 12 and the last day of the month'],
  [
    '0 0 */2 * *',
    'At midnight on days 1, 3, 5 ... of each month',
    'Restarts every month: after day 31 comes day 1.',
  ],
  [
    '0 0 */10 * *',
    'At midnight on days 1, 11, 21 and 31 of each month',
    'Restarts every month: after day 31 comes day 1.',
  ],
  [
    '0 0 */15 * *',
    'At midnight on days 1, 16 and 31 of each month',
    'Restarts every month: after day 31 comes day 1.',
  ],
  [
    '30 2 */3 * *',
    'At 02:30 on days 1, 4, 7 ... of each month',
    'Restarts every month: after day 31 comes day 1.',
  ],
  [
    '0 12 */16 * *',
    'At noon on days 1 and 17 of each month',
    'Restarts every month: after day 17 comes day 1.',
  ],
  [
    '0 9 */2 JAN *',
    'At 09:00, on days 1, 3, 5 ... of each month, only in January',
    'Restarts every month: after day 31 comes day 1.',
  ],
  [
    '*/5 * */5 * *',
    'Every 5 minutes, on days 1, 6, 11 ... of each month',
    'Restarts every month: after day 31 comes day 1.',
  ],
  ['0 9 5-20/3 * *', 'At 09:00, every 3 days in a month, between day 5 and 20 of the month'],
  // Months
  ['0 0 1 1 *', 'At 00:00, on day 1 of the month, only in January'],
  ['0 0 1 JAN *', 'At 00:00, on day 1 of the month, only in January'],
  ['0 0 1 1,7 *', 'At 00:00, on day 1 of the month, only in January and July'],
  ['0 0 1 */3 *', 'At 00:00, on day 1 of the month, every 3 months'],
  [
    '0 0 1 */5 *',
    'At 00:00, on day 1 of the month, every 5 months',
    'Restarts every year: it begins again in January.',
  ],
  ['0 9 * 6-8 *', 'At 09:00, June through August'],
  ['0 9 * DEC *', 'At 09:00, only in December'],
  ['0 0 29 2 *', 'At 00:00, on day 29 of the month, only in February', skipped],
  ['0 9 * 1 5', 'At 09:00, only on Friday, only in January'],
  // Both day fields
  ['0 0 13 * 5', 'At 00:00, on day 13 of the month or on Friday', either],
  ['0 9 1,15 * MON', 'At 09:00, on day 1 and 15 of the month or on Monday', either],
  ['0 9 31 * MON', 'At 09:00, on day 31 of the month or on Monday', either, skipped],
  ['0 9 1-3,15W * 5', 'At 09:00, on days 1 to 3 and the weekday nearest day 15 or on Friday', either],
  ['0 9 1,L * 1-5', 'At 09:00, on day 1 and the last day of the month or Monday through Friday', either],
  ['0 9 * * */2', 'At 09:00, every 2 days of the week', 'Restarts every week: it begins again on Sunday.'],
  [
    '0 9 */2 * 1',
    'At 09:00, on days 1, 3, 5 ... of each month or on Monday',
    'Restarts every month: after day 31 comes day 1.',
    either,
  ],
  // Macros
  ['@hourly', 'Every hour'],
  ['@daily', 'Every day at midnight'],
  ['@weekly', 'Every Sunday at midnight'],
  ['@monthly', 'On the first day of every month at midnight'],
  ['@yearly', 'At 00:00, on day 1 of the month, only in January'],
  // Invalid schedules have no hints.
  ['* * * * * *', 'Invalid cron format'],
  ['*/7 * * *', 'Invalid cron format'],
  ['60 * * * *', 'Invalid cron format'],
  ['@reboot', 'Invalid cron format'],
  ['   ', 'Invalid schedule'],
];

test.each(rows.map(([cron, sentence, ...hints]) => ({ cron, sentence, hints })))(
  '$cron reads "$sentence"',
  ({ cron, sentence, hints }) => {
    expect({ sentence: describeCron(cron), hints: cronHints(cron) }).toEqual({
      sentence,
      hints,
    });
  },
);

test('no row is repeated', () => {
  expect(new Set(rows.map(([cron]) => cron)).size).toBe(rows.length);
});
