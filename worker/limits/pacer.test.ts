import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacer } from './pacer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a single result is returned at once', async () => {
  await createPacer({ isBusy: () => false }).turn(1);
});

test('no result is returned during a burst; afterwards the one whose next fire is nearest comes first', async () => {
  let isBusy = true;
  const gone: number[] = [];
  const pacer = createPacer({ isBusy: () => isBusy });
  for (const nextAt of [30, 10, 20]) void pacer.turn(nextAt).then(() => gone.push(nextAt));
  await vi.advanceTimersByTimeAsync(500);
  expect(gone).toEqual([]);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(20);
  expect(gone).toEqual([10, 20, 30]);
});

test('continuous bursts delay results for ten seconds, not forever', async () => {
  const pacer = createPacer({ isBusy: () => true });
  let isGone = false;
  void pacer.turn(1).then(() => (isGone = true));
  await vi.advanceTimersByTimeAsync(9_500);
  expect(isGone).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isGone).toBe(true);
});

test('at most 150 results a second are returned', async () => {
  let gone = 0;
  const pacer = createPacer({ isBusy: () => false });
  for (let index = 0; index < 1000; index += 1) void pacer.turn(index).then(() => (gone += 1));
  await vi.advanceTimersByTimeAsync(2000);
  expect(gone).toBeGreaterThan(280);
  expect(gone).toBeLessThanOrEqual(315);
});

test.each([
  ['fire hours later are returned at 60 a second until 1,000 are left', 3_600_000, 100, 135],
  ['fire within two minutes are returned at 150 a second', 60_000, 280, 315],
])('of 1,200 results, those whose jobs %s', async (_what, laterMs, least, most) => {
  let gone = 0;
  const pacer = createPacer({ isBusy: () => false });
  for (let index = 0; index < 1200; index += 1)
    void pacer.turn(Date.now() + laterMs + index).then(() => (gone += 1));
  await vi.advanceTimersByTimeAsync(2000);
  expect(gone).toBeGreaterThan(least);
  expect(gone).toBeLessThanOrEqual(most);
  await vi.advanceTimersByTimeAsync(8000);
  expect(gone).toBe(1200);
});

test('a worker that shuts down returns all results', async () => {
  const pacer = createPacer({ isBusy: () => true });
  const turns = [pacer.turn(1), pacer.turn(2)];
  pacer.letAllGo();
  await Promise.all(turns);
});
