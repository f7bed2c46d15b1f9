import { expect, test, vi } from 'vitest';
import { openTeller } from './teller.ts';

test('what moves within half a second is told once, each job once', () => {
  vi.useFakeTimers();
  const tell = vi.fn(() => Promise.resolve());
  const teller = openTeller({ tell });
  for (const jobId of [1, 2, 1]) teller.moved({ jobId });
  teller.moved({ executionId: 7 });
  teller.moved({ noteId: 9 });
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(tell.mock.calls).toEqual([[{ jobIds: [1, 2], executionIds: [7], noteIds: [9] }]]);
  vi.advanceTimersByTime(5_000);
  expect(tell).toHaveBeenCalledTimes(1);
  teller.moved({ jobId: 3 });
  vi.advanceTimersByTime(500);
  expect(tell.mock.lastCall).toEqual([{ jobIds: [3], executionIds: [], noteIds: [] }]);
  vi.useRealTimers();
});
