import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inBatches, withinRun } from './in-batches.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A step that takes a minute and always finds more. */
function endless() {
  let steps = 0;
  const step = (limit: number) => {
    steps += 1;
    vi.advanceTimersByTime(60_000);
    return Promise.resolve(limit);
  };
  return { step, steps: () => steps };
}

test('all parts of a task run share its time', async () => {
  const isOver = withinRun(() => false);
  const { step, steps } = endless();
  for (let part = 0; part < 3; part += 1) await inBatches({ isOver, step });
  expect(steps()).toBe(5 + 1 + 1);
  expect(isOver()).toBe(true);
});

test('a part ends with the first step that finds less, and when the worker stops', async () => {
  expect(await inBatches({ isOver: () => false, step: () => Promise.resolve(3) })).toBe(3);
  expect(await inBatches({ isOver: withinRun(() => true), step: (limit) => Promise.resolve(limit) })).toBe(
    500,
  );
});
