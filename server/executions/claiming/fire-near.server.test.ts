import { expect, test } from 'vitest';
import { isFireNear } from './fire-near.server.ts';

const at = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;

/** The next fire is due in that many seconds. */
const near = (inSeconds: number, { timeoutSeconds = 30, betweenMs = hourMs } = {}) =>
  isFireNear({
    readAt: new Date(at - inSeconds * 1000),
    nextRunAt: new Date(at),
    accountedUntil: new Date(at - betweenMs),
    timeoutSeconds,
  });

test('a fire is near within the timeout of its job, a minute at most', () => {
  expect([near(31), near(30), near(0)]).toEqual([false, true, true]);
  expect([near(61, { timeoutSeconds: 300 }), near(60, { timeoutSeconds: 300 })]).toEqual([false, true]);
});

test('a minutely job leaves half of each minute to others, however long its timeout is', () => {
  const minutely = { timeoutSeconds: 300, betweenMs: 60_000 };
  expect([near(31, minutely), near(30, minutely)]).toEqual([false, true]);
});

test('an overdue fire, or none, is not near', () => {
  expect([near(-9), near(-10)]).toEqual([true, false]);
  const readAt = new Date(at);
  expect(isFireNear({ readAt, nextRunAt: null, accountedUntil: readAt, timeoutSeconds: 30 })).toBe(false);
});
