import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeartbeats } from './heartbeats.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an activity sends a heartbeat every two seconds from its instant to its end', async () => {
  const heartbeats = createHeartbeats();
  const send = vi.fn();
  const end = heartbeats.begin({ send, from: Date.now() + 5_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send).toHaveBeenCalledTimes(3);
  end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send).toHaveBeenCalledTimes(3);
  heartbeats.close();
});

test('a waiting activity sends heartbeats at its own, longer interval', async () => {
  const heartbeats = createHeartbeats();
  const send = vi.fn();
  heartbeats.begin({ send, from: Date.now(), everyMs: 40_000 });
  await vi.advanceTimersByTimeAsync(85_000);
  expect(send).toHaveBeenCalledTimes(3);
  heartbeats.close();
});
