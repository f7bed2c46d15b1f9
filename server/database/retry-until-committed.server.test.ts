import { expect, test, vi } from 'vitest';
import { retryUntilCommitted } from './retry-until-committed.server.ts';

const away = new Error('away');

test('a write is retried while the database is down, and each error is reported', async () => {
  const write = vi.fn(() => Promise.resolve('written'));
  write.mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  const onError = vi.fn();
  expect(await retryUntilCommitted({ write, onError, againMs: 1 })).toBe('written');
  expect(write).toHaveBeenCalledTimes(3);
  expect(onError.mock.calls).toEqual([[away], [away]]);
});

test('a write that fails until its limit throws', async () => {
  const write = vi.fn(() => Promise.reject(away));
  await expect(retryUntilCommitted({ write, onError: () => {}, limitMs: 20, againMs: 5 })).rejects.toBe(away);
  expect(write.mock.calls.length).toBeGreaterThan(1);
});
