import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimSoon } from './claim-soon.ts';

// vitest does not replace the timers of node:timers/promises.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((done) => void setTimeout(done, ms)),
}));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gate = { retryLaterMs: () => null } as unknown as Parameters<typeof claimSoon>[0]['deps']['gate'];

function asked({ hasLease, claim }: { hasLease: () => boolean; claim: () => Promise<{ kind: string }> }) {
  const deps = { isClosing: () => false, hasLease, gate, onError: () => {} };
  const ends: unknown[] = [];
  claimSoon({ deps, claim, until: new AbortController().signal }).then(
    ({ kind }) => ends.push(kind),
    (error: unknown) => ends.push(error),
  );
  return ends;
}

test('claims once its worker has a lease', async () => {
  let isHeld = false;
  const ends = asked({ hasLease: () => isHeld, claim: () => Promise.resolve({ kind: 'call' }) });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(ends).toEqual([]);
  isHeld = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toEqual(['call']);
});

test('after ten seconds without a lease it leaves the claim to another worker', async () => {
  const ends = asked({ hasLease: () => false, claim: () => Promise.resolve({ kind: 'call' }) });
  await vi.advanceTimersByTimeAsync(9_500);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toMatchObject([{ type: 'retry_later', nextRetryDelay: 1_000, nonRetryable: false }]);
});

test('with a lease it waits as long as another call of the job takes', async () => {
  const ends = asked({ hasLease: () => true, claim: () => Promise.resolve({ kind: 'busy' }) });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ends).toEqual([]);
});
