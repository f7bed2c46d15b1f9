import { expect, test } from 'vitest';
import { nextRun } from './next-run.ts';

const minute = (count: number) => Date.UTC(2026, 10, 21, 15, count);
const job = { cron: '* * * * *', timeZone: 'UTC', nextFireAt: minute(1) };

test('the next run is the next fire', () => {
  expect(nextRun({ ...job, skips: [] })).toBe(minute(1));
  expect(nextRun({ ...job, skips: [minute(2)] })).toBe(minute(1));
});

test('passes over skipped fires, consecutive or with gaps', () => {
  expect(nextRun({ ...job, skips: [minute(1)] })).toBe(minute(2));
  expect(nextRun({ ...job, skips: [minute(1), minute(2), minute(4)] })).toBe(minute(3));
});

test('a job that does not fire has no next run', () => {
  expect(nextRun({ ...job, nextFireAt: null, skips: [minute(1)] })).toBeNull();
  expect(nextRun({ ...job, cron: null, nextFireAt: null, skips: [] })).toBeNull();
});
