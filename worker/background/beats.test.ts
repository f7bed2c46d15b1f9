import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBeats } from './beats.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an activity beats each two seconds from its instant to its end', async () => {
  const beats = openBeats();
  const send = vi.fn();
  const end = beats.begin({ send, from: Date.now() + 5_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send).toHaveBeenCalledTimes(3);
  end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send).toHaveBeenCalledTimes(3);
  beats.close();
});

test('one that only waits its turn beats as rarely as it says', async () => {
  const beats = openBeats();
  const send = vi.fn();
  beats.begin({ send, from: Date.now(), everyMs: 40_000 });
  await vi.advanceTimersByTimeAsync(85_000);
  expect(send).toHaveBeenCalledTimes(3);
  beats.close();
});
