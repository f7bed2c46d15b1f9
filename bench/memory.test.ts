import { expect, test } from 'vitest';
import { measureMemory, memoryMb } from './memory.ts';

test.runIf(process.platform === 'linux')('memory is read as Node reports it', async () => {
  const mb = process.memoryUsage.rss() / 2 ** 20;
  const { rssMb, peakMb } = memoryMb(process.pid);
  expect(Math.abs(rssMb - mb)).toBeLessThan(mb / 5);
  expect(peakMb).toBeGreaterThanOrEqual(rssMb);
  const { rssBytes, peakBytes } = await measureMemory({ pid: process.pid, ms: 0 });
  expect(Math.abs(rssBytes / 2 ** 20 - mb)).toBeLessThan(mb / 5);
  expect(peakBytes).toBeGreaterThanOrEqual(rssBytes);
});
