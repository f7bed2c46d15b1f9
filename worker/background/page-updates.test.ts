import { expect, test, vi } from 'vitest';
import { createPageUpdates } from './page-updates.ts';

test('updates within half a second are published together, each job once', () => {
  vi.useFakeTimers();
  const publish = vi.fn(() => Promise.resolve());
  const pageUpdates = createPageUpdates({ publish });
  for (const jobId of [1, 2, 1]) pageUpdates.moved({ jobId });
  pageUpdates.moved({ executionId: 7 });
  pageUpdates.moved({ notificationId: 9 });
  expect(publish).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(publish.mock.calls).toEqual([[{ jobIds: [1, 2], executionIds: [7], notificationIds: [9] }]]);
  vi.advanceTimersByTime(5_000);
  expect(publish).toHaveBeenCalledTimes(1);
  pageUpdates.moved({ jobId: 3 });
  vi.advanceTimersByTime(500);
  expect(publish.mock.lastCall).toEqual([{ jobIds: [3], executionIds: [], notificationIds: [] }]);
  vi.useRealTimers();
});

test('after a batch of more than fifty updates, the next batch waits 1.5 s', () => {
  vi.useFakeTimers();
  const publish = vi.fn(() => Promise.resolve());
  const pageUpdates = createPageUpdates({ publish });
  const moveMany = () => {
    for (let jobId = 1; jobId <= 51; jobId += 1) pageUpdates.moved({ jobId });
  };
  moveMany();
  vi.advanceTimersByTime(500);
  expect(publish).toHaveBeenCalledTimes(1);
  pageUpdates.moved({ jobId: 1 });
  vi.advanceTimersByTime(1_499);
  expect(publish).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(publish).toHaveBeenCalledTimes(2);
  pageUpdates.moved({ jobId: 1 });
  vi.advanceTimersByTime(500);
  expect(publish).toHaveBeenCalledTimes(3);
  moveMany();
  vi.advanceTimersByTime(10_000);
  expect(publish).toHaveBeenCalledTimes(4);
  pageUpdates.moved({ jobId: 1 });
  vi.advanceTimersByTime(500);
  expect(publish).toHaveBeenCalledTimes(5);
  vi.useRealTimers();
});
