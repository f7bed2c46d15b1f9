import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAfterBurst } from './after-burst.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const mebibyte = 1024 * 1024;

/** Responses that wait, and their numbers once they are evaluated. */
function aBurst() {
  const burst = { isLeaving: true };
  const evaluated: number[] = [];
  const afterBurst = createAfterBurst({ isBusy: () => burst.isLeaving });
  const respond = (number: number, bytes = 200) =>
    void afterBurst.wait({ bytes }).then(() => evaluated.push(number));
  return { burst, evaluated, respond };
}

test('a response is evaluated at once when no burst is leaving', async () => {
  const { burst, evaluated, respond } = aBurst();
  burst.isLeaving = false;
  respond(1);
  await Promise.resolve();
  expect(evaluated).toEqual([1]);
});

test('the responses of a burst wait until its calls have left, and keep their order', async () => {
  const { burst, evaluated, respond } = aBurst();
  for (let number = 1; number <= 120; number += 1) respond(number);
  await vi.advanceTimersByTimeAsync(500);
  expect(evaluated).toEqual([]);
  burst.isLeaving = false;
  await vi.advanceTimersByTimeAsync(20);
  expect(evaluated).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
});

test('no more than 50 responses are evaluated in one turn of the event loop', async () => {
  const { burst, evaluated, respond } = aBurst();
  for (let number = 1; number <= 120; number += 1) respond(number);
  burst.isLeaving = false;
  const counts: number[] = [];
  while (evaluated.length < 120) {
    await vi.advanceTimersToNextTimerAsync();
    counts.push(evaluated.length);
  }
  expect(counts).toEqual([50, 100, 120]);
});

test('a response waits for a second at most', async () => {
  const { evaluated, respond } = aBurst();
  respond(1);
  await vi.advanceTimersByTimeAsync(990);
  expect(evaluated).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(evaluated).toEqual([1]);
});

test('a response is evaluated at once if those that wait take too much memory', async () => {
  const { evaluated, respond } = aBurst();
  respond(1, 20 * mebibyte);
  respond(2, 20 * mebibyte);
  respond(3, 10 * mebibyte);
  await Promise.resolve();
  expect(evaluated).toEqual([2]);
});

test('one that comes after a burst waits for the ones before it', async () => {
  const { burst, evaluated, respond } = aBurst();
  for (let number = 1; number <= 60; number += 1) respond(number);
  burst.isLeaving = false;
  respond(61);
  await vi.advanceTimersByTimeAsync(20);
  expect(evaluated.at(-1)).toBe(61);
});
