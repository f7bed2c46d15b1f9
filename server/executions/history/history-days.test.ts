import { expect, test } from 'vitest';
import { splitHistory } from './history-days.ts';

const day = 86_400_000;
const hour = 3_600_000;
const days = [0, 1, 2, 3].map((index) => ({ at: index * day, success: 100, failed: 10, notRun: 1 }));
const split = (given: Partial<Parameters<typeof splitHistory>[0]>) =>
  splitHistory({ from: 0, until: Infinity, status: 'all', days, mostRows: 1_000, ...given });

test('whole days count by their totals, each status by its own', () => {
  expect(split({})).toEqual({ rows: 444, parts: [], whole: { from: 0, until: Infinity } });
  expect(split({ status: 'success' }).rows).toBe(400);
  expect(split({ status: 'failed', from: day, until: 3 * day }).rows).toBe(20);
  expect(split({ status: 'not_run' }).rows).toBe(4);
});

test('the partial days at both ends of a range are counted row by row', () => {
  const from = hour;
  const until = 3 * day + 2 * hour;
  expect(split({ from, until })).toEqual({
    rows: 222,
    parts: [
      { from, until: day },
      { from: 3 * day, until },
    ],
    whole: { from: day, until: 3 * day },
  });
});

test('a range within one day is one part', () => {
  const part = { from: day + hour, until: day + 2 * hour };
  expect(split(part)).toMatchObject({ rows: 0, parts: [part] });
});

test('a day with too many rows is estimated by its share of time', () => {
  expect(split({ from: 12 * hour, until: day, mostRows: 100 })).toMatchObject({ rows: 56, parts: [] });
  expect(split({ from: 12 * hour, until: day, mostRows: 100, status: 'success' }).rows).toBe(50);
});
