import { expect, test } from 'vitest';
import { windowLimit } from '#server/rate-limit/window-limit.server.ts';

test('the limit counts each key separately, within its window', () => {
  const limit = windowLimit({ count: 2, windowMs: 60_000 });
  expect([limit('a', 0), limit('a', 1), limit('b', 2)].map(({ isOver }) => isOver)).toEqual([
    false,
    false,
    false,
  ]);
  expect(limit('a', 20_000)).toEqual({ isOver: true, taken: 3, retryAfterSeconds: 40 });
  expect(limit('a', 60_000).isOver).toBe(false);
});
