import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClaimedDelivery } from '#server/event-subscriptions/claim-deliveries.server.ts';
import { createEventDeliveries } from './event-deliveries.ts';

vi.mock('#server/log.server.ts', () => ({ log: () => ({ warn: () => undefined }) }));

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Deliveries that a test ends, from a queue of these lengths. */
function aLoop({
  batches = [],
  hasLease = () => true,
  lane = 0,
  feed = () => Promise.resolve(false),
}: { batches?: number[]; hasLease?: () => boolean; lane?: number; feed?: () => Promise<boolean> } = {}) {
  const ends: (() => void)[] = [];
  const limits: number[] = [];
  const replayLimits: number[] = [];
  const loop = createEventDeliveries({
    hasLease,
    claim: ({ limit, replayLimit }) => {
      limits.push(limit);
      replayLimits.push(replayLimit);
      const count = Math.min(batches.shift() ?? 0, limit);
      return Promise.resolve(Array.from({ length: count }, () => ({ lane }) as ClaimedDelivery));
    },
    deliver: () => new Promise((end) => ends.push(end)),
    feed,
  });
  return { loop, limits, replayLimits, ends };
}

test('claims every two seconds, and soon after a notice', async () => {
  const { loop, limits } = aLoop();
  await vi.advanceTimersByTimeAsync(4_100);
  expect(limits).toHaveLength(3);
  loop.wake();
  loop.wake();
  await vi.advanceTimersByTimeAsync(60);
  expect(limits).toHaveLength(4);
  await loop.close();
});

test('the end of a delivery leads to the next claim; a hundred are in flight at most', async () => {
  const { loop, limits, ends } = aLoop({ batches: [60, 60, 1] });
  await vi.advanceTimersByTimeAsync(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(limits).toEqual([100, 40]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(limits).toHaveLength(2);
  ends.splice(0, 3).forEach((end) => end());
  await vi.advanceTimersByTimeAsync(60);
  expect(limits).toEqual([100, 40, 3]);
  ends.forEach((end) => end());
  await loop.close();
});

test('of the hundred in flight, replays are forty at most', async () => {
  const { loop, limits, replayLimits, ends } = aLoop({ batches: [30, 10, 0], lane: 2 });
  await vi.advanceTimersByTimeAsync(4_100);
  expect(replayLimits).toEqual([40, 10, 0]);
  expect(limits).toEqual([100, 70, 60]);
  ends.splice(0, 5).forEach((end) => end());
  await vi.advanceTimersByTimeAsync(60);
  expect(replayLimits.at(-1)).toBe(5);
  ends.forEach((end) => end());
  await loop.close();
});

test('claims do not wait until the events of replays are enqueued; their end leads to the next claim', async () => {
  const fed: ((isMore: boolean) => void)[] = [];
  const { loop, limits } = aLoop({ feed: () => new Promise((end) => fed.push(end)) });
  await vi.advanceTimersByTimeAsync(4_100);
  expect([limits.length, fed.length]).toEqual([3, 1]);
  fed[0]?.(true);
  await vi.advanceTimersByTimeAsync(60);
  expect([limits.length, fed.length]).toEqual([4, 2]);
  fed[1]?.(false);
  await vi.advanceTimersByTimeAsync(60);
  expect([limits.length, fed.length]).toEqual([4, 2]);
  await loop.close();
});

test('without a lease nothing is claimed', async () => {
  let isHeld = false;
  const { loop, limits } = aLoop({ hasLease: () => isHeld });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(limits).toEqual([]);
  isHeld = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(limits).toHaveLength(1);
  await loop.close();
});

test('an error of a claim or of a delivery does not end the loop', async () => {
  let turns = 0;
  const loop = createEventDeliveries({
    hasLease: () => true,
    claim: () => {
      turns += 1;
      return turns === 1 ? Promise.reject(new Error('down')) : Promise.resolve([{} as ClaimedDelivery]);
    },
    deliver: () => Promise.reject(new Error('down')),
    feed: () => Promise.resolve(false),
  });
  await vi.advanceTimersByTimeAsync(2_100);
  expect(turns).toBeGreaterThanOrEqual(2);
  await loop.close();
});
