import { expect, test } from 'vitest';
import type { CallerFacts } from '#server/outbound/types.ts';
import { createBlockedJobs } from './blocked-jobs.ts';

const facts = (jobId: number, { ownerId = 1, target = 'shop.example.com' } = {}): CallerFacts => ({
  ...{ jobId, ownerId, target },
  tier: 'free',
});

test('a call that ends unblocks the first waiting job of its account and of its target', () => {
  const room = createBlockedJobs();
  room.add(facts(1, { ownerId: 2, target: 'other.example.com' }));
  room.add(facts(2));
  room.add(facts(3, { ownerId: 3 }));
  expect(room.takeNext(facts(9))).toEqual([2, 3]);
  expect(room.takeNext(facts(9))).toEqual([]);
  expect(room.size()).toBe(1);
});

test('a job that waits twice is listed once, and one that no longer waits is not', () => {
  const room = createBlockedJobs();
  room.add(facts(1));
  room.add(facts(1));
  room.add(facts(2));
  room.remove(2);
  expect(room.takeNext(facts(9))).toEqual([1]);
  expect(room.size()).toBe(0);
});
