import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTurn } from './owner-turns.server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Saves of an owner that end on request. */
function saves(ownerId: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const begin = (number: number) =>
    inTurn({
      ownerId,
      run: () => new Promise<void>((end) => void (begun.push(number), ends.push(end))),
    });
  return { begun, begin, end: () => ends.shift()?.() };
}

test('at most two saves of an owner run at a time, the others follow in order', async () => {
  const { begun, begin, end } = saves(1);
  const all = Promise.all([1, 2, 3, 4].map(begin));
  expect(begun).toEqual([1, 2]);
  const other = saves(2);
  const beside = other.begin(1);
  expect(other.begun).toEqual([1]);
  end();
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3]));
  end();
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3, 4]));
  end();
  end();
  other.end();
  await Promise.all([all, beside]);
});

test('a save that waits ten seconds is refused, and a failed one frees its turn', async () => {
  const { begun, begin, end } = saves(3);
  const first = [1, 2].map(begin);
  const late = begin(3).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9_000);
  const last = begin(4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await late).toMatchObject({ type: 'database_error' });
  end();
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 4]));
  end();
  end();
  await Promise.all([...first, last]);
  const error = inTurn({ ownerId: 3, run: () => Promise.reject(new Error('away')) });
  await expect(error).rejects.toThrow('away');
  expect(await inTurn({ ownerId: 3, run: () => Promise.resolve('done') })).toBe('done');
});
