import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RoundEnd } from '#server/rounds.server.ts';
import { createRelay } from './relay.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function aRelay({ end = 'done' }: { end?: RoundEnd } = {}) {
  const turns: number[] = [];
  const relay = createRelay({
    once: () => {
      turns.push(performance.now());
      return Promise.resolve(end);
    },
  });
  return { relay, turns };
}

test('the relay polls every two seconds, and soon after an update', async () => {
  const { relay, turns } = aRelay();
  await vi.advanceTimersByTimeAsync(4_100);
  expect(turns).toHaveLength(3);
  relay.wake();
  await vi.advanceTimersByTimeAsync(700);
  expect(turns).toHaveLength(4);
  await relay.close();
});

test('without updates for half a minute the relay polls every six seconds, until the next one', async () => {
  const { relay, turns } = aRelay();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(turns).toHaveLength(16);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(turns).toHaveLength(26);
  relay.wake();
  await vi.advanceTimersByTimeAsync(700);
  expect(turns).toHaveLength(27);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(turns).toHaveLength(37);
  await relay.close();
});

test('while something fails, the relay goes on polling every two seconds', async () => {
  const { relay, turns } = aRelay({ end: 'later' });
  await vi.advanceTimersByTimeAsync(90_100);
  expect(turns).toHaveLength(46);
  await relay.close();
});

test('an endless stream of updates does not keep the relay from polling', async () => {
  const { relay, turns } = aRelay();
  await vi.advanceTimersByTimeAsync(1);
  for (let feed = 0; feed < 100; feed += 1) {
    relay.wake();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(turns.length).toBeGreaterThanOrEqual(10);
  await relay.close();
});

test('at most a hundred jobs are pushed every two seconds, whatever updates arrive', async () => {
  const { relay, turns } = aRelay({ end: 'more' });
  for (let feed = 0; feed < 80; feed += 1) {
    relay.wake();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(turns.length).toBeGreaterThanOrEqual(4);
  expect(turns.length).toBeLessThanOrEqual(5);
  await relay.close();
});
