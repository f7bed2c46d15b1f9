import { expect, test } from 'vitest';
import { autoPauseReason, isPauseWarned } from './auto-pause.ts';

const hourMs = 3_600_000;
const now = 1_000 * hourMs;
const failing = { failures: 0, since: null, gone: 0, now };

test('a job is paused at the third 410 in a row, not at the second', () => {
  expect(autoPauseReason({ ...failing, failures: 2, since: now, gone: 2 })).toBeNull();
  expect(autoPauseReason({ ...failing, failures: 3, since: now, gone: 3 })).toContain('410');
});

test('a job is paused once it has failed 100 times in a row over at least 72 hours', () => {
  const since = now - 72 * hourMs;
  expect(autoPauseReason({ ...failing, failures: 99, since: 0 })).toBeNull();
  expect(autoPauseReason({ ...failing, failures: 5_000, since: since + 1 })).toBeNull();
  expect(autoPauseReason({ ...failing, failures: 100, since })).toBe(
    '100 executions in a row failed over 72 hours.',
  );
  expect(autoPauseReason(failing)).toBeNull();
});

test('the owner is warned at 50, 70 and 90 failures in a row', () => {
  expect([49, 50, 51, 70, 90, 100, 150].filter(isPauseWarned)).toEqual([50, 70, 90]);
});
