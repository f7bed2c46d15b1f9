import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiResult } from './api-result.ts';
import { cachedResponse } from './cached-responses.ts';
import { recordSave } from './saves.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  recordSave();
  vi.useRealTimers();
});

const good = (data: number): ApiResult<number> => ({ data, failure: null });
const bad: ApiResult<number> = {
  data: null,
  failure: { type: null, message: null, details: {} },
};

/** Asks a server that counts how often it was asked. */
function counted(responses: ApiResult<number>[] = []) {
  let asked = 0;
  const ask = () => Promise.resolve(responses[asked++] ?? good(asked));
  return async (path = '/v1/auth/user') => (await cachedResponse({ path, ask })).data;
}

test('an answer is kept for 5 seconds, each call by itself', async () => {
  const poll = counted();
  expect(await poll()).toBe(1);
  vi.advanceTimersByTime(4_999);
  expect(await poll()).toBe(1);
  expect(await poll('/v1/auth/user/stats')).toBe(2);
  vi.advanceTimersByTime(1);
  expect(await poll()).toBe(3);
});

test('who asks while a call is under way gets its answer', async () => {
  const poll = counted();
  expect(await Promise.all([poll(), poll(), poll()])).toEqual([1, 1, 1]);
});

test('a failure is not kept', async () => {
  const poll = counted([bad]);
  expect(await poll()).toBeNull();
  expect(await poll()).toBe(2);
});

test('after a save the server is asked again', async () => {
  const poll = counted();
  await poll();
  recordSave();
  expect(await poll()).toBe(2);
});
