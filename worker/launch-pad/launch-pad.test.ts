import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Claim, HeldFire } from '#server/executions/ledger/types.ts';
import { createLaunchPad } from './launch-pad.ts';
import type { PadOrder } from './types.ts';

const start = 1_800_000_000_000;

beforeEach(
  () => void vi.useFakeTimers({ now: start, toFake: ['Date', 'setTimeout', 'setImmediate', 'clearTimeout'] }),
);
afterEach(() => void vi.useRealTimers());

const anOrder = (given: Partial<PadOrder> = {}): PadOrder => ({
  jobId: 1,
  version: 1,
  scheduledFor: start + 2000,
  ...given,
});

const callOf = ({ jobId, scheduledFor }: HeldFire) =>
  ({ kind: 'call', call: { jobId, scheduledFor, jobVersion: 1 } }) as Claim;

function aPad({
  claim = (fires: HeldFire[]) => Promise.resolve(fires.map(callOf)),
  hasLease = () => true,
  ...rest
}: Partial<Parameters<typeof createLaunchPad>[0]> = {}) {
  const passes: { at: number; jobs: number[] }[] = [];
  const left: { jobId: number; at: number; kind: string }[] = [];
  const pad = createLaunchPad({
    ...rest,
    hasLease,
    mayCall: hasLease,
    claim: (fires) => {
      passes.push({ at: Date.now() - start, jobs: fires.map(({ jobId }) => jobId) });
      return claim(fires);
    },
  });
  const hold = (order: PadOrder) =>
    pad.launch(order).then(
      ({ kind }) => left.push({ jobId: order.jobId, at: Date.now() - start, kind }),
      () => left.push({ jobId: order.jobId, at: Date.now() - start, kind: 'failed' }),
    );
  return { pad, passes, left, hold };
}

test('a fire is released at its instant, never before it', async () => {
  const { hold, left } = aPad();
  void hold(anOrder());
  await vi.advanceTimersByTimeAsync(1999);
  expect(left).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(left).toMatchObject([{ kind: 'call' }]);
  expect(left[0]?.at).toBeGreaterThanOrEqual(2000);
});

test('fires are released in the order of their instants, whatever order they arrived in', async () => {
  const { hold, left } = aPad();
  for (const jobId of [3, 1, 2]) void hold(anOrder({ jobId, scheduledFor: start + 1000 * jobId }));
  await vi.advanceTimersByTimeAsync(4000);
  expect(left.map(({ jobId }) => jobId)).toEqual([1, 2, 3]);
});

test('the fires of an instant are claimed in one statement, by job, shortly before it', async () => {
  const { hold, passes } = aPad();
  for (const jobId of [5, 3, 4]) void hold(anOrder({ jobId }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(passes).toHaveLength(1);
  expect(passes[0]?.jobs).toEqual([3, 4, 5]);
  expect(passes[0]?.at).toBeGreaterThanOrEqual(1695);
  expect(passes[0]?.at).toBeLessThan(1705);
});

test('the fires of 350 ms share a claim pass, and none is claimed earlier', async () => {
  const { hold, passes } = aPad();
  for (let index = 0; index < 100; index += 1)
    void hold(anOrder({ jobId: index + 1, scheduledFor: start + 2000 + 10 * index }));
  await vi.advanceTimersByTimeAsync(4000);
  expect(passes.map(({ jobs }) => jobs.length)).toEqual([36, 36, 28]);
});

test('no statement claims more than a thousand fires', async () => {
  const { hold, passes, left } = aPad();
  for (let jobId = 1; jobId <= 2500; jobId += 1) void hold(anOrder({ jobId }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(passes.map(({ jobs }) => jobs.length)).toEqual([1000, 1000, 500]);
  expect(left).toHaveLength(2500);
});

test('an overdue fire is claimed at once', async () => {
  const { hold, left } = aPad();
  void hold(anOrder({ scheduledFor: start - 60_000 }));
  await vi.advanceTimersByTimeAsync(10);
  expect(left).toMatchObject([{ kind: 'call' }]);
});

test('a newer version drops an unclaimed fire, an older update does not', async () => {
  const { pad, hold, left } = aPad();
  void hold(anOrder({ version: 2 }));
  await vi.advanceTimersByTimeAsync(100);
  pad.drop({ jobId: 1, version: 2 });
  await vi.advanceTimersByTimeAsync(1);
  expect(left).toEqual([]);
  pad.drop({ jobId: 1, version: 3 });
  await vi.advanceTimersByTimeAsync(1);
  expect(left).toMatchObject([{ kind: 'changed' }]);
});

test('a call whose job has changed since its claim is released first', async () => {
  let response = () => {};
  const { pad, hold, left } = aPad({
    claim: async (fires) => {
      await new Promise<void>((resolve) => (response = resolve));
      return fires.map(callOf);
    },
  });
  for (let jobId = 1; jobId <= 90; jobId += 1) void hold(anOrder({ jobId }));
  void hold(anOrder({ jobId: 91, scheduledFor: start + 1999 }));
  await vi.advanceTimersByTimeAsync(1800);
  // The update of one arrives before the result of its claim, that of the other after it.
  pad.drop({ jobId: 90, version: 2 });
  response();
  await vi.advanceTimersByTimeAsync(1);
  response();
  pad.drop({ jobId: 89, version: 2 });
  pad.drop({ jobId: 88, version: 1 });
  await vi.advanceTimersByTimeAsync(300);
  expect(left.map(({ jobId }) => jobId).slice(0, 3)).toEqual([91, 90, 89]);
  expect(left).toHaveLength(91);
});

test('an edit after the claim does not stop the call, a delete does', async () => {
  const { pad, hold, left } = aPad();
  void hold(anOrder({ jobId: 1 }));
  void hold(anOrder({ jobId: 2 }));
  await vi.advanceTimersByTimeAsync(1900);
  pad.drop({ jobId: 1, version: 9 });
  pad.drop({ jobId: 2, version: 'deleted' });
  await vi.advanceTimersByTimeAsync(200);
  expect(left.map(({ jobId, kind }) => [jobId, kind])).toEqual([
    [2, 'changed'],
    [1, 'call'],
  ]);
});

test('while the database is down a fire stays, and is released once it can be claimed', async () => {
  let isAway = true;
  const { hold, left, passes } = aPad({
    claim: (fires) => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(fires.map(callOf))),
  });
  void hold(anOrder());
  await vi.advanceTimersByTimeAsync(5000);
  expect(left).toEqual([]);
  expect(passes.length).toBeGreaterThanOrEqual(3);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1100);
  expect(left).toMatchObject([{ kind: 'call' }]);
});

test('without a lease nothing is claimed or released', async () => {
  let isHeld = false;
  const { hold, left, passes } = aPad({ hasLease: () => isHeld });
  void hold(anOrder());
  await vi.advanceTimersByTimeAsync(4000);
  expect([passes, left]).toEqual([[], []]);
  isHeld = true;
  await vi.advanceTimersByTimeAsync(1100);
  expect(left).toMatchObject([{ kind: 'call' }]);
});

test('a worker without a lease keeps its fires, however long: others take its jobs over by the table', async () => {
  let isHeld = false;
  const { pad, hold, left, passes } = aPad({ hasLease: () => isHeld });
  for (let jobId = 1; jobId <= 100; jobId += 1) void hold(anOrder({ jobId, scheduledFor: start - 60_000 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([passes, left, pad.size()]).toEqual([[], [], 100]);
  isHeld = true;
  await vi.advanceTimersByTimeAsync(1_100);
  expect(new Set(left.map(({ jobId, kind }) => `${jobId} ${kind}`)).size).toBe(100);
});

test('a job that another worker holds leaves the pad, but for a fire that is claimed or in a claim pass', async () => {
  let response = () => {};
  const { pad, hold, left } = aPad({
    claim: async (fires) => {
      if (fires[0]?.jobId === 2) await new Promise<void>((resolve) => (response = resolve));
      return fires.map(callOf);
    },
  });
  void hold(anOrder({ jobId: 1 }));
  void hold(anOrder({ jobId: 1, scheduledFor: start + 60_000 }));
  void hold(anOrder({ jobId: 2, scheduledFor: start + 2_001 }));
  void hold(anOrder({ jobId: 3, scheduledFor: start + 60_000 }));
  await vi.advanceTimersByTimeAsync(1_900);
  for (const jobId of [1, 2]) pad.giveUp(jobId);
  await vi.advanceTimersByTimeAsync(1);
  expect(left).toMatchObject([{ jobId: 1, kind: 'changed' }]);
  response();
  await vi.advanceTimersByTimeAsync(300);
  expect(left.slice(1)).toMatchObject([
    { jobId: 1, kind: 'call' },
    { jobId: 2, kind: 'call' },
  ]);
  expect(pad.size()).toBe(1);
});

test('a fire that waits after its instant says so once, so that the next one can be held', async () => {
  const waiting: number[] = [];
  const responses: Claim['kind'][] = ['busy', 'busy', 'call'];
  const { pad, passes } = aPad({
    claim: (fires) =>
      Promise.resolve(
        fires.map((fire) => (responses.shift() === 'busy' ? { kind: 'busy' as const } : callOf(fire))),
      ),
  });
  const launched = pad.launch(anOrder(), { onWaiting: () => waiting.push(Date.now() - start) });
  await vi.advanceTimersByTimeAsync(1_600);
  expect(waiting).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await launched).toMatchObject({ kind: 'call' });
  expect([waiting.length, passes.length]).toEqual([1, 3]);
});

test('a fire that is called at once does not wait', async () => {
  const { pad } = aPad();
  const onWaiting = vi.fn();
  const launched = pad.launch(anOrder(), { onWaiting });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await launched).toMatchObject({ kind: 'call' });
  expect(onWaiting).not.toHaveBeenCalled();
});

test('a lease lost between claim and instant returns the fire to the ledger', async () => {
  let isHeld = true;
  const responses: Claim['kind'][] = ['call', 'busy'];
  const { hold, left } = aPad({
    hasLease: () => isHeld,
    claim: (fires) =>
      Promise.resolve(
        responses.shift() === 'busy' ? fires.map(() => ({ kind: 'busy' as const })) : fires.map(callOf),
      ),
  });
  void hold(anOrder());
  await vi.advanceTimersByTimeAsync(1900);
  isHeld = false;
  await vi.advanceTimersByTimeAsync(500);
  expect(left).toEqual([]);
  isHeld = true;
  await vi.advanceTimersByTimeAsync(2100);
  expect(left).toMatchObject([{ kind: 'call' }]);
});

test('a fire held by another worker is checked every second until it is recorded', async () => {
  const responses: Claim[] = [{ kind: 'busy' }, { kind: 'busy' }];
  const recorded: Claim = {
    kind: 'recorded',
    recorded: { executionId: 7, outcome: 'success', retryAt: null },
  };
  const { hold, left, passes } = aPad({ claim: () => Promise.resolve([responses.shift() ?? recorded]) });
  void hold(anOrder({ scheduledFor: start - 1000 }));
  await vi.advanceTimersByTimeAsync(2100);
  expect(passes).toHaveLength(3);
  expect(left).toMatchObject([{ kind: 'recorded' }]);
});

test('a closing pad gives back unclaimed fires and releases claimed ones', async () => {
  const { pad, hold, left } = aPad();
  void hold(anOrder({ jobId: 1 }));
  void hold(anOrder({ jobId: 2, scheduledFor: start + 60_000 }));
  await vi.advanceTimersByTimeAsync(1900);
  pad.close();
  await vi.advanceTimersByTimeAsync(200);
  expect(left.map(({ jobId, kind }) => [jobId, kind])).toEqual([
    [2, 'failed'],
    [1, 'call'],
  ]);
  await expect(pad.launch(anOrder())).rejects.toThrow('shutting down');
});

test('a redispatched fire replaces the earlier one', async () => {
  const { hold, left, passes } = aPad();
  void hold(anOrder());
  void hold(anOrder());
  await vi.advanceTimersByTimeAsync(2100);
  expect(left.map(({ kind }) => kind)).toEqual(['failed', 'call']);
  expect(passes).toHaveLength(1);
});

test('a fire redispatched during its claim pass is dropped by a delete', async () => {
  const { pad, hold, left } = aPad({ claim: () => new Promise(() => {}) });
  void hold(anOrder());
  await vi.advanceTimersByTimeAsync(1900);
  void hold(anOrder());
  expect(pad.size()).toBe(2);
  pad.drop({ jobId: 1, version: 'deleted' });
  await vi.advanceTimersByTimeAsync(1);
  expect(left.map(({ kind }) => kind)).toEqual(['changed']);
});

test('a claimed fire redispatched while the lease is lost is still called', async () => {
  let isHeld = true;
  let claims = 0;
  const { hold, left } = aPad({
    hasLease: () => isHeld,
    // The ledger returns a claim once.
    claim: (fires) =>
      Promise.resolve(fires.map((fire) => (claims++ === 0 ? callOf(fire) : { kind: 'busy' }))),
  });
  void hold(anOrder());
  await vi.advanceTimersByTimeAsync(1900);
  isHeld = false;
  await vi.advanceTimersByTimeAsync(500);
  void hold(anOrder());
  isHeld = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(left.map(({ kind }) => kind)).toEqual(['failed', 'call']);
});

test('a clock set forward is noticed within a second', async () => {
  const { hold, left } = aPad();
  void hold(anOrder({ scheduledFor: start + 3_600_000 }));
  await vi.advanceTimersByTimeAsync(500);
  vi.setSystemTime(start + 3_600_000);
  await vi.advanceTimersByTimeAsync(1100);
  expect(left).toMatchObject([{ kind: 'call' }]);
});

test('a clock that was briefly ahead and set back leaves no fire waiting for it', async () => {
  const database = { isAway: true };
  const { hold, left } = aPad({
    claim: (fires) =>
      database.isAway ? Promise.reject(new Error('away')) : Promise.resolve(fires.map(callOf)),
  });
  void hold(anOrder());
  vi.setSystemTime(start + 3_600_000);
  await vi.advanceTimersByTimeAsync(2500);
  vi.setSystemTime(start + 2500);
  database.isAway = false;
  await vi.advanceTimersByTimeAsync(1500);
  expect(left).toMatchObject([{ kind: 'call' }]);
});

test('a fire waiting for a call of its job is checked when that call ends, not only every second', async () => {
  const responses: Claim['kind'][] = ['busy', 'busy', 'call'];
  const { pad, hold, left, passes } = aPad({
    claim: (fires) =>
      Promise.resolve(
        fires.map((fire) => (responses.shift() === 'busy' ? { kind: 'busy' as const } : callOf(fire))),
      ),
  });
  void hold(anOrder({ scheduledFor: start }));
  await vi.advanceTimersByTimeAsync(100);
  pad.recheckAt(1);
  pad.recheckAt(2);
  await vi.advanceTimersByTimeAsync(50);
  expect(passes).toHaveLength(2);
  pad.recheckAt(1);
  await vi.advanceTimersByTimeAsync(50);
  expect(left).toMatchObject([{ kind: 'call' }]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(passes).toHaveLength(3);
});

test('a call that ends during the claim pass of the fire behind it is noticed', async () => {
  let response: (claims: Claim[]) => void = () => {};
  const { pad, hold, left, passes } = aPad({
    claim: (fires) =>
      passes.length === 1 ? new Promise((done) => (response = done)) : Promise.resolve(fires.map(callOf)),
  });
  void hold(anOrder({ scheduledFor: start }));
  await vi.advanceTimersByTimeAsync(10);
  pad.recheckAt(1);
  response([{ kind: 'busy' }]);
  await vi.advanceTimersByTimeAsync(20);
  expect(left).toMatchObject([{ kind: 'call' }]);
});

test('a fire moved forward while it waits for its claim pass is claimed once', async () => {
  const responses: (() => void)[] = [];
  const { pad, hold, left, passes } = aPad({
    claim: async (fires) => {
      const [first] = fires;
      // The first claim pass of job 3 finds it busy; those of the other two wait for their results.
      if (first?.jobId === 3 && passes.length === 1) return [{ kind: 'busy' }];
      if (first?.jobId !== 3) await new Promise<void>((done) => responses.push(done));
      return fires.map(callOf);
    },
  });
  void hold(anOrder({ jobId: 3, scheduledFor: start }));
  await vi.advanceTimersByTimeAsync(500);
  for (const jobId of [1, 2]) {
    void hold(anOrder({ jobId, scheduledFor: start }));
    await vi.advanceTimersByTimeAsync(10);
  }
  // Its second is over, and both claim passes are in progress.
  await vi.advanceTimersByTimeAsync(600);
  pad.recheckAt(3);
  await vi.advanceTimersByTimeAsync(10);
  responses.forEach((response) => response());
  await vi.advanceTimersByTimeAsync(10);
  expect(passes.map(({ jobs }) => jobs)).toEqual([[3], [1], [2], [3]]);
  expect(left).toHaveLength(3);
});

test('a fire that was in a claim pass stays when its job is edited: it may have a queued row', async () => {
  const responses: Claim['kind'][] = ['busy'];
  const { pad, hold, left, passes } = aPad({
    claim: (fires) =>
      Promise.resolve(fires.map((fire) => (responses.shift() ? { kind: 'busy' } : callOf(fire)))),
  });
  void hold(anOrder({ scheduledFor: start }));
  await vi.advanceTimersByTimeAsync(100);
  pad.drop({ jobId: 1, version: 2 });
  await vi.advanceTimersByTimeAsync(20);
  expect(passes).toHaveLength(2);
  expect(left).toMatchObject([{ kind: 'call' }]);
});

test('a fire that must wait for long leaves the pad and says for how long', async () => {
  const { hold, left } = aPad({
    claim: (fires) => Promise.resolve(fires.map(() => ({ kind: 'busy' as const }))),
    retryLaterMs: ({ scheduledFor }) => (Date.now() - scheduledFor > 2000 ? 15_000 : null),
  });
  void hold(anOrder({ scheduledFor: start }));
  await vi.advanceTimersByTimeAsync(1900);
  expect(left).toEqual([]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(left).toMatchObject([{ kind: 'retry_later' }]);
});

test('a claimed call that is not made is given back', async () => {
  const given: number[] = [];
  const { pad, hold, left } = aPad({ giveBack: ({ jobId }) => given.push(jobId) });
  void hold(anOrder());
  await vi.advanceTimersByTimeAsync(1900);
  pad.drop({ jobId: 1, version: 'deleted' });
  await vi.advanceTimersByTimeAsync(1);
  expect(left).toMatchObject([{ kind: 'changed' }]);
  expect(given).toEqual([1]);
});

test("claimed fires beyond the worker's limit are released one by one as calls end, without a turn in between", async () => {
  let out = 0;
  let turns = 0;
  const left: number[] = [];
  const pad = createLaunchPad({
    now: () => (turns++, Date.now()),
    hasLease: () => true,
    mayCall: () => true,
    hasRoom: (more) => out + more <= 2,
    claim: (fires) => Promise.resolve(fires.map(callOf)),
  });
  for (const jobId of [1, 2, 3]) {
    void pad.launch(anOrder({ jobId })).then(() => {
      out += 1;
      left.push(jobId);
    });
  }
  await vi.advanceTimersByTimeAsync(3000);
  expect(left).toHaveLength(2);
  const before = turns;
  await vi.advanceTimersByTimeAsync(5000);
  expect(turns - before).toBeLessThan(20);
  out -= 1;
  pad.makeRoom();
  await vi.advanceTimersByTimeAsync(5);
  expect(left).toHaveLength(3);
});

test('a steady stream is no burst, and nothing waits for it', async () => {
  const { pad, hold } = aPad();
  for (let index = 0; index < 1500; index += 1)
    void hold(anOrder({ jobId: index + 1, scheduledFor: start + 2000 + index }));
  await vi.advanceTimersByTimeAsync(2500);
  expect(pad.depth().claimed).toBeGreaterThan(300);
  expect([pad.isBursting(), pad.isReleasing()]).toEqual([false, false]);
});

test.each([
  ['ten jobs', 10, false],
  ['two hundred jobs', 200, true],
])(
  'before the instant of %s the pad says whether a burst is being released',
  async (_what, jobs, isBurst) => {
    const { pad, hold } = aPad();
    for (let jobId = 1; jobId <= jobs; jobId += 1) void hold(anOrder({ jobId }));
    expect(pad.isBursting()).toBe(false);
    await vi.advanceTimersByTimeAsync(1900);
    expect(pad.isBursting()).toBe(isBurst);
    await vi.advanceTimersByTimeAsync(200);
    expect(pad.isBursting()).toBe(false);
  },
);
