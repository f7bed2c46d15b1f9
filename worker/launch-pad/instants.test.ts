import { expect, test } from 'vitest';
import { createInstants } from './instants.ts';
import type { HeldEntry } from './types.ts';

const at = (scheduledFor: number) => ({ order: { scheduledFor } }) as HeldEntry;

test('a claim pass includes fires due within a tenth of a second, and starts no earlier than its lead before the first', () => {
  const instants = createInstants();
  for (const entry of [60_000, 60_040, 60_100, 60_101].map(at)) instants.add(entry);
  const due = (now: number) => instants.takeDue(now).map(({ order }) => order.scheduledFor);
  const recheckAt = instants.nextPassAt();
  expect(60_000 - recheckAt).toBeCloseTo(300, 0);
  expect(due(recheckAt - 1)).toEqual([]);
  expect(due(recheckAt)).toEqual([60_000, 60_040, 60_100]);
  expect(due(recheckAt)).toEqual([]);
  expect(due(recheckAt + 101)).toEqual([60_101]);
});
