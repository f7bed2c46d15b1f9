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

test('many fires of one instant are claimed before a lone fire that is due sooner', () => {
  const instants = createInstants();
  for (let index = 0; index < 10_000; index += 1) instants.add(at(60_000));
  instants.add(at(59_500));
  expect(60_000 - instants.nextPassAt()).toBeGreaterThan(1_690);
  expect(instants.takeDue(instants.nextPassAt())).toHaveLength(10_000);
  expect(59_500 - instants.nextPassAt()).toBeCloseTo(300, 0);
});

test('no fire is claimed so early that the ledger would refuse it', () => {
  const instants = createInstants();
  for (let index = 0; index < 50_000; index += 1) instants.add(at(60_000));
  expect(60_000 - instants.nextPassAt()).toBe(1_700);
});

test('a group that shrinks or empties is due later, and a new fire of its instant is not forgotten', () => {
  const instants = createInstants();
  const fires = Array.from({ length: 100 }, () => at(60_000));
  fires.forEach((fire) => instants.add(fire));
  fires.forEach(instants.remove);
  expect(60_000 - instants.nextPassAt()).toBe(300);
  instants.add(at(60_000));
  expect(instants.takeDue(instants.nextPassAt())).toHaveLength(1);
  expect(instants.nextPassAt()).toBe(Infinity);
});
