import { expect, test } from 'vitest';
import { cronOfShare, everySchedule } from './every-schedule.ts';

const schedule = everySchedule({ periodMs: 60_000 });
const timeZone = 'UTC';

test('minutely jobs share one instant', () => {
  expect(schedule.nextFires({ cron: '* * * * *', timeZone, after: 60_000, count: 2 })).toEqual([
    120_000, 180_000,
  ]);
});

test('a job given a share of the period fires at that share, once a period', () => {
  const cron = cronOfShare(0.5);
  expect(schedule.nextFires({ cron, timeZone, after: 0, count: 2 })).toEqual([30_000, 90_000]);
  expect(schedule.nextFires({ cron, timeZone, after: 30_000, count: 1 })).toEqual([90_000]);
  expect(schedule.firesBetween({ cron, timeZone, after: 30_000, until: 150_000, limit: 9 })).toEqual([
    90_000, 150_000,
  ]);
  expect(schedule.firesBetween({ cron, timeZone, after: 30_000, until: 80_000, limit: 9 })).toEqual([]);
});

test('sixty thousand jobs are spread evenly over a minute', () => {
  const jobs = 60_000;
  const bySecond = new Map<number, number>();
  const byInstant = new Map<number, number>();
  for (let index = 0; index < jobs; index += 1) {
    const cron = cronOfShare(index / jobs);
    const [at = -1] = schedule.nextFires({ cron, timeZone, after: -1, count: 1 });
    const second = Math.floor(at / 1_000);
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
    byInstant.set(at, (byInstant.get(at) ?? 0) + 1);
  }
  expect(bySecond.size).toBe(60);
  for (const count of bySecond.values()) expect(Math.abs(count - 1_000)).toBeLessThan(5);
  expect(Math.max(...byInstant.values())).toBeLessThan(5);
});

test('nothing fires before the given instant', () => {
  const later = everySchedule({ periodMs: 60_000, notBefore: 300_000 });
  expect(later.nextFires({ cron: '* * * * *', timeZone, after: 60_000, count: 2 })).toEqual([
    300_000, 360_000,
  ]);
  expect(later.firesBetween({ cron: '* * * * *', timeZone, after: 0, until: 360_000, limit: 9 })).toEqual([
    300_000, 360_000,
  ]);
});
