import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, expect, test } from 'vitest';
import { setAhead } from '#worker/background/clock.ts';
import { makeCallTest } from './call-test.ts';
import type { ActivityDeps } from './deps.ts';

afterEach(() => setAhead(0));

test('the heartbeats of a test run start at once by the corrected clock', async () => {
  const hourMs = 3_600_000;
  setAhead(hourMs);
  const begun: number[] = [];
  const callTest = makeCallTest({
    heartbeats: {
      begin({ from }: { from: number }) {
        begun.push(from);
        return () => {};
      },
    },
    isClosing: () => false,
    hasLease: () => true,
    claimTest: () => Promise.resolve({ kind: 'over' }),
  } as unknown as ActivityDeps);
  await new MockActivityEnvironment().run(() => callTest({ tag: 1, testRunId: 'one' }));
  expect(begun).toHaveLength(1);
  expect(begun[0]).toBeLessThanOrEqual(Date.now() - hourMs);
});
