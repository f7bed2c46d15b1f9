import { expect, test } from 'vitest';
import { createInstants } from './instants.ts';
import type { HeldEntry } from './types.ts';

const at = (scheduledFor: number) => ({ order: { scheduledFor } }) as HeldEntry;

test('a claim pass includes fires due within a quarter of a second, and starts no earlier than its lead before the first', () => {
  const instants = createInstants();
  for (const entry of [60_000, 60_040, 60_250, 60_251].map(at)) instants.add(entry);
  const due = (now: number) => instants.takeDue(now).map(({ order }) => order.scheduledFor);
  const recheckAt = instants.nextPassAt();
  expect(60_000 - recheckAt).toBeCloseTo(300, 0);
  expect(due(recheckAt - 1)).toEqual([]);
  expect(due(recheckAt)).toEqual([60_000, 60_040, 60_250]);
  expect(due(recheckAt)).toEqual([]);
  expect(due(recheckAt + 251)).toEqual([60_251]);
});
