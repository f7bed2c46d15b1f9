import { expect, test, vi } from 'vitest';
import { untilAborted } from './call-error.server.ts';

test('a rejection after an abort is handled', async () => {
  const onUnheard = vi.fn();
  process.on('unhandledRejection', onUnheard);
  const cut = AbortSignal.abort();
  const failing = new Promise<never>((_, reject) => setImmediate(() => reject(new Error('late'))));
  await expect(untilAborted(failing, cut)).rejects.toThrow('aborted');
  await new Promise((done) => setTimeout(done, 10));
  process.off('unhandledRejection', onUnheard);
  expect(onUnheard).not.toHaveBeenCalled();
});
