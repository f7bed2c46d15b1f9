import { expect, test } from 'vitest';
import { describeCron } from './cron-description.ts';
import { cronHints } from './cron-hints.ts';

test.each([
  ['* * * * *', 'Every minute'],
  ['*/7 * * * *', 'Every 7 minutes'],
  ['0 * * * *', 'Every hour'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['0 0 * * *', 'Every day at midnight'],
  ['0 12 * * *', 'Every day at noon'],
  ['0 0 * * 0', 'Every Sunday at midnight'],
  ['0 0 * * 1', 'Every Monday at midnight'],
  ['0 0 * * SAT', 'Every Saturday at midnight'],
  ['0 0 1 * *', 'On the first day of every month at midnight'],
  ['0 0 15 * *', 'On the 15th day of every month at midnight'],
  ['0 0 L * *', 'On the last day of every month at midnight'],
  ['30 2 * * *', 'Every day at 02:30'],
  ['0 9 * * MON', 'Every Monday at 09:00'],
  ['15 6 * * 1-5', 'Every weekday at 06:15'],
  ['*/20 8-18 * * *', 'Every 20 minutes, between 08:00 and 18:59'],
  ['0 0 1W,L * *', 'At 00:00, on the weekday nearest day 1 and the last day of the month'],
  ['0 9 1-3,15W * 5', 'At 09:00, on days 1 to 3 and the weekday nearest day 15 or on Friday'],
  ['0 0 * * FRI#2', 'At 00:00, on the second Friday of the month'],
  ['*,5 8 * * *', 'Every minute, between 08:00 and 08:59'],
  ['', 'Invalid schedule'],
  ['* * *', 'Invalid cron format'],
  ['0 0 31 2 *', 'Invalid cron format'],
])('%j reads "%s"', (cron, sentence) => {
  expect(describeCron(cron)).toBe(sentence);
});

test('a job without a schedule is manual only', () => {
  expect(describeCron(null)).toBe('Manual only');
});

test.each([
  ['*/7 * * * *', 'Restarts every hour: after :56 comes :00.'],
  ['0 0 13 * 5', 'Runs when either matches.'],
  ['0 0 31 * *', 'Months without this day are skipped. Use L for the last day.'],
])('%j has the hint "%s"', (cron, hint) => {
  expect(cronHints(cron)).toContain(hint);
});

test('an unsurprising schedule has no hint', () => {
  expect(['*/15 * * * *', '0 9 * * 1-5', '0 0 1 * *', '0 0 L * *', '30 2 28 * *'].flatMap(cronHints)).toEqual(
    [],
  );
});

test('every form of the grammar has a description', () => {
  const forms = [
    ['*', '*/7', '5', '1,2', '0-10/3', '*,5'],
    ['*', '*/5', '9', '9-17'],
    ['*', '*/2', '29', 'L', '15W', '1W,15W', 'L,3', '1-5/2,20W'],
    ['*', 'JAN', '2,3', '*/5'],
    ['*', '1', 'MON-FRI', '5L', 'FRI#2', '0,7', '1#1,3L', '*/2'],
  ];
  const crons = forms.reduce<string[]>(
    (all, texts) => all.flatMap((cron) => texts.map((text) => `${cron} ${text}`.trim())),
    [''],
  );
  const unreported = crons.filter(
    (cron) => !/^[A-Z][^*#]+$/.test(describeCron(cron)) || /undefined|Invalid/.test(describeCron(cron)),
  );
  expect(crons).toHaveLength(6_144);
  expect(unreported).toEqual([]);
  const either = crons.filter((cron) => !/^\S+ \S+ \*|\*$/.test(cron));
  expect(either.length).toBeGreaterThan(4_000);
  expect(either.filter((cron) => !/ or /.test(describeCron(cron)))).toEqual([]);
});
