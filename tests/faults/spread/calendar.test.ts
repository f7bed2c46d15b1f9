import { expect, test } from 'vitest';
import { eachMinuteAt, eachTenSecondsAt, firesBetween, nextFires } from './calendar.ts';

const start = Date.UTC(2026, 10, 27);
const timeZone = 'UTC';

test('a minutely job fires at its second of each minute', () => {
  expect(nextFires({ cron: eachMinuteAt(17), timeZone, after: start, count: 2 })).toEqual([
    start + 17_000,
    start + 77_000,
  ]);
  expect(nextFires({ cron: eachMinuteAt(0), timeZone, after: start, count: 1 })).toEqual([start + 60_000]);
});

test('the end of a range belongs to it, the start does not, and the limit holds', () => {
  const range = { cron: eachTenSecondsAt(5), timeZone, after: start + 5_000, until: start + 45_000 };
  expect(firesBetween({ ...range, limit: 10 })).toEqual([15, 25, 35, 45].map((at) => start + at * 1_000));
  expect(firesBetween({ ...range, limit: 2 })).toHaveLength(2);
});

test('any other expression keeps its meaning', () => {
  expect(nextFires({ cron: '0 5 * * *', timeZone, after: start, count: 1 })).toEqual([start + 5 * 3_600_000]);
});
