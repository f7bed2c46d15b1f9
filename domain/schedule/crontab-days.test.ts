import { expect, test } from 'vitest';
import { oracleDays } from '#tests/oracle/schedule.ts';
import { fc } from '#tests/property.ts';
import { parseCron } from './cron.ts';
import { crontabDays } from './crontab-days.ts';

const dayMs = 86_400_000;

test.each([
  ['0 0 1-7 * */7', '0 0 * * SUN#1'],
  ['0 9 8-14 * */2', '0 9 * * SUN#2,TUE#2,THU#2,SAT#2'],
  ['0 9 1-14 * */6', '0 9 * * SUN#1,SAT#1,SUN#2,SAT#2'],
  ['0 9 29-31 * */7', '0 9 * * SUN#5'],
  ['30 1 25-31 3,10 */7', '30 1 * 3,10 SUNL'],
  ['30 1 24-30 4 */7', '30 1 * 4 SUNL'],
  ['0 9 */1 * 1', '0 9 * * 1'],
  ['0 9 13 * */1', '0 9 13 * *'],
  ['0 9 *,5 * MON', '0 9 * * MON'],
])('what a crontab means by %s is written %s here', (cron, expected) => {
  expect(crontabDays(cron)).toMatchObject({
    cron: expected,
    hint: expect.stringContaining(expected) as string,
  });
});

test.each(['0 9 */2 * 1', '0 9 25-31 * */7', '0 9 1-5 * */3', '0 9 */3 1 */2'])(
  'no single expression says what a crontab means by %s',
  (cron) => {
    expect(crontabDays(cron)).toMatchObject({
      cron: null,
      hint: expect.stringContaining('both day fields') as string,
    });
  },
);

test.each([
  ...['* * * * *', '0 9 * * 1', '0 9 13 * *', '0 9 */2 * *', '0 9 * * */2', '0 9 1-7 * 1', '0 9 13 * 5'],
  ...['0 9 */1 * */1', '0 9 */2 * 1#1', '0 9 L * */2', 'no cron'],
])('a crontab and Punctual mean the same by %s', (cron) => {
  expect(crontabDays(cron)).toBeNull();
});

/** The days of a crontab, after entry.c and cron.c of Vixie cron: a bit for each value, a flag for a leading star. */
function vixieDays({ cron, from, count }: { cron: string; from: number; count: number }): number[] {
  const [, , dayOfMonth = '', month = '', dayOfWeek = ''] = cron.split(' ');
  const bits = (field: string, low: number, high: number) =>
    field.split(',').flatMap((part) => {
      const [range = '', step = '1'] = part.split('/');
      const [first, last] = range === '*' ? [low, high] : range.split('-').map(Number);
      const all = Array.from({ length: (last ?? first ?? 0) - (first ?? 0) + 1 }, (_, index) => index);
      return all.filter((index) => index % Number(step) === 0).map((index) => (first ?? 0) + index);
    });
  const [dates, months, weekdays] = [bits(dayOfMonth, 1, 31), bits(month, 1, 12), bits(dayOfWeek, 0, 7)];
  const isAnd = dayOfMonth.startsWith('*') || dayOfWeek.startsWith('*');
  const days: number[] = [];
  for (let at = from; days.length < count && at < from + 100 * 366 * dayMs; at += dayMs) {
    const day = new Date(at);
    if (!months.includes(day.getUTCMonth() + 1)) continue;
    const isDate = dates.includes(day.getUTCDate());
    const isWeekday = weekdays.includes(day.getUTCDay()) || (day.getUTCDay() === 0 && weekdays.includes(7));
    if (isAnd ? isDate && isWeekday : isDate || isWeekday) days.push(at);
  }
  return days;
}

test('a crontab and the offered expression run on the same days', () => {
  const step = (max: number) => fc.integer({ min: 1, max }).map((n) => `*/${n}`);
  const dates = fc.oneof(
    fc.constantFrom(
      '1-7',
      '8-14',
      '15-21',
      '22-28',
      '29-31',
      '1-14',
      '1-7,15-21',
      '25-31',
      '24-30',
      '1-28',
      '13',
    ),
    step(31),
  );
  const weekdays = fc.oneof(fc.constantFrom('0', '1', '5', '1-5', '0,6', '6', '*/7'), step(7));
  const months = fc.constantFrom('*', '1', '4', '2', '3,10', '*/2', '1,3,5', '4,6');
  const from = fc.integer({ min: 0, max: 20_000 }).map((day) => Date.UTC(1990, 0, 1) + day * dayMs);
  let [same, offered] = [0, 0];
  fc.assert(
    fc.property(dates, months, weekdays, from, (date, month, weekday, start) => {
      const cron = `0 0 ${date} ${month} ${weekday}`;
      fc.pre(parseCron(cron).isValid);
      const days = crontabDays(cron);
      const ours = days === null ? cron : days.cron;
      if (ours === null) return;
      if (days === null) same += 1;
      else offered += 1;
      const asked = { from: start, count: 8 };
      expect(oracleDays({ cron: ours, ...asked }), ours).toEqual(vixieDays({ cron, ...asked }));
    }),
    { numRuns: 600 },
  );
  expect(Math.min(same, offered)).toBeGreaterThan(50);
});
