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

/** Loads from a server that counts its requests. */
function counted(responses: ApiResult<number>[] = []) {
  let asked = 0;
  const ask = () => Promise.resolve(responses[asked++] ?? good(asked));
  return async (path = '/v1/auth/user') => (await cachedResponse({ path, ask })).data;
}

test('a response is cached for 5 seconds, separately for each call', async () => {
  const load = counted();
  expect(await load()).toBe(1);
  vi.advanceTimersByTime(4_999);
  expect(await load()).toBe(1);
  expect(await load('/v1/auth/user/stats')).toBe(2);
  vi.advanceTimersByTime(1);
  expect(await load()).toBe(3);
});

test('requests made while a call is in flight share its response', async () => {
  const load = counted();
  expect(await Promise.all([load(), load(), load()])).toEqual([1, 1, 1]);
});

test('a failure is not cached', async () => {
  const load = counted([bad]);
  expect(await load()).toBeNull();
  expect(await load()).toBe(2);
});

test('a save clears the cache', async () => {
  const load = counted();
  await load();
  recordSave();
  expect(await load()).toBe(2);
});
