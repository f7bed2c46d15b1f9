import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Claim, HeldFire } from '#server/executions/ledger/types.ts';
import { createLaunchPad } from './launch-pad.ts';

const start = 1_800_000_000_000;

beforeEach(
  () => void vi.useFakeTimers({ now: start, toFake: ['Date', 'setTimeout', 'setImmediate', 'clearTimeout'] }),
);
afterEach(() => void vi.useRealTimers());

test('the time from the first decision about a fire to its instant is reported once', async () => {
  const leads: number[] = [];
  const decided: HeldFire[] = [];
  const pad = createLaunchPad({
    ...{ hasLease: () => true, mayCall: () => true },
    onFirstClaim: (leadMs) => leads.push(leadMs),
    // The first one waits for a call of its job.
    claim: (fires) => {
      const isBusy = decided.length === 0;
      decided.push(...fires);
      return Promise.resolve(fires.map((): Claim => ({ kind: isBusy ? 'busy' : 'changed' })));
    },
  });
  const early = pad.launch({ jobId: 1, version: 1, scheduledFor: start + 2_000 });
  await vi.advanceTimersByTimeAsync(2_500);
  pad.recheckAt(1);
  const late = pad.launch({ jobId: 2, version: 1, scheduledFor: start + 1_500 });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await Promise.all([early, late])).toEqual([{ kind: 'changed' }, { kind: 'changed' }]);
  expect(decided.filter(({ jobId }) => jobId === 1).length).toBeGreaterThan(1);
  expect(leads).toHaveLength(2);
  expect(leads[0]).toBeCloseTo(300, -1);
  expect(leads[1]).toBeLessThan(0);
});

test('a decision that comes only after an outage of the database is reported as late', async () => {
  const leads: number[] = [];
  let isAway = true;
  const pad = createLaunchPad({
    ...{ hasLease: () => true, mayCall: () => true },
    onFirstClaim: (leadMs) => leads.push(leadMs),
    claim: (fires) =>
      isAway
        ? Promise.reject(new Error('away'))
        : Promise.resolve(fires.map((): Claim => ({ kind: 'changed' }))),
  });
  const launched = pad.launch({ jobId: 1, version: 1, scheduledFor: start + 2_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await launched).toEqual({ kind: 'changed' });
  expect(leads).toHaveLength(1);
  expect(leads[0]).toBeLessThan(-3_000);
});
