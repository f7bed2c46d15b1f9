import { expect, test } from 'vitest';
import { createInstants } from './instants.ts';
import type { HeldEntry } from './types.ts';

const at = (scheduledFor: number) => ({ order: { scheduledFor } }) as HeldEntry;

test('a claim pass includes fires due within 350 ms, and starts no earlier than its lead before the first', () => {
  const instants = createInstants();
  for (const entry of [60_000, 60_040, 60_350, 60_351].map(at)) instants.add(entry);
  const due = (now: number) => instants.takeDue(now).map(({ order }) => order.scheduledFor);
  const recheckAt = instants.nextPassAt();
  expect(60_000 - recheckAt).toBeCloseTo(300, 0);
  expect(due(recheckAt - 1)).toEqual([]);
  expect(due(recheckAt)).toEqual([60_000, 60_040, 60_350]);
  expect(due(recheckAt)).toEqual([]);
  expect(due(recheckAt + 351)).toEqual([60_351]);
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

test('a herd too far ahead for the ledger does not join the pass of a lone fire', () => {
  const instants = createInstants();
  for (let index = 0; index < 10_000; index += 1) instants.add(at(60_000));
  const due = (now: number) => instants.takeDue(now).length;
  // The lone fire is due 2,040 ms before the herd, whose own pass starts 340 ms later.
  instants.add(at(58_260));
  expect(instants.nextPassAt()).toBeCloseTo(57_960, 0);
  expect(due(57_960)).toBe(1);
  expect(due(58_303)).toBe(10_000);
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
