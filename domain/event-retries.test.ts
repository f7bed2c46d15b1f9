import { expect, test } from 'vitest';
import { eventWaitMs, eventWaitsMs } from './event-retries.ts';
import { executionEventType } from './event-type.ts';
import { hourMs } from './time/units.ts';
import { outcomes } from './outcome.ts';

test('the waits are those of notifications, then longer ones, and end', () => {
  expect([1, 2, 3, 4, 5].map(eventWaitMs)).toEqual([5_000, 30_000, 300_000, 1_800_000, 7_200_000]);
  expect(eventWaitMs(eventWaitsMs.length + 1)).toBeNull();
});

test('a receiver that is down for an hour, or for half a day, is tried later', () => {
  const all = eventWaitsMs.reduce((sum, wait) => sum + wait, 0);
  expect(all).toBeGreaterThan(12 * hourMs);
});

test('each outcome is one type of event', () => {
  expect(outcomes.map(executionEventType)).toEqual([
    'execution.succeeded',
    'execution.failed',
    'execution.failed',
    'execution.skipped',
    'execution.missed',
    'execution.failed',
  ]);
});
