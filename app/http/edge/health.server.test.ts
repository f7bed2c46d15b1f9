import { expect, test, vi } from 'vitest';
import { failingParts } from '#app/http/edge/health.server.ts';

test('every part that is away is named, and no other', async () => {
  const parts = {
    database: () => Promise.resolve(true),
    temporal: () => Promise.reject(new Error('connection refused')),
    worker: () => Promise.resolve(false),
  };
  expect(await failingParts(parts)).toEqual(['temporal', 'worker']);
});

test('a part that does not answer is away, and is not waited for longer than 2 s', async () => {
  vi.useFakeTimers();
  try {
    const failing = failingParts({ database: () => new Promise<boolean>(() => {}) });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await Promise.race([failing, Promise.resolve('still waiting')])).toEqual(['database']);
  } finally {
    vi.useRealTimers();
  }
});
