import { expect, test } from 'vitest';
import { openInstants } from './instants.ts';
import type { Entry } from './types.ts';

const at = (scheduledFor: number) => ({ order: { scheduledFor } }) as Entry;

test('a last look takes along what is due within a tenth of a second, and nothing before the first one is due', () => {
  const instants = openInstants();
  for (const entry of [60_000, 60_040, 60_100, 60_101].map(at)) instants.add(entry);
  const due = (now: number) => instants.takeDue(now).map(({ order }) => order.scheduledFor);
  const lookAt = instants.nextLookAt();
  expect(60_000 - lookAt).toBeCloseTo(300, 0);
  expect(due(lookAt - 1)).toEqual([]);
  expect(due(lookAt)).toEqual([60_000, 60_040, 60_100]);
  expect(due(lookAt)).toEqual([]);
  expect(due(lookAt + 101)).toEqual([60_101]);
});
