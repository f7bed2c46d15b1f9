import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minuteMs } from '#domain/time/units.ts';
import type {
  AttemptResult,
  ClaimedCall,
  FirePlan,
  HeldAttempt,
  Recorded,
  RunClaim,
} from '#server/executions/ledger/types.ts';
import { createAfterBurst } from '#worker/background/after-burst.ts';
import { createInFlightCalls } from '#worker/background/calls.ts';
import { createFiring, type FiringParts } from './firing.ts';
import { aManualPad, aPlan, aResident, minutely, secondMs } from './test-kit.ts';
import type { Resident } from './types.ts';

// vitest does not replace the timers of node:timers/promises.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((done) => void setTimeout(done, ms)),
}));

/** On the minute: the schedule's first fire is a minute away. */
const start = 1_800_000_000_000;
const [first, second, third] = [start + minuteMs, start + 2 * minuteMs, start + 3 * minuteMs];

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);
const success = { executionId: 5, outcome: 'success', retryAt: null } as const;
const failed = { executionId: 5, outcome: 'failed', retryAt: null } as const;

function aWorker(given: Partial<FiringParts> & { plans?: FirePlan[]; recorded?: Recorded[] } = {}) {
  const { plans = [], recorded = [], ...parts } = given;
  const manual = aManualPad();
  const reports: Resident[] = [];
  const planned: number[] = [];
  const errors: unknown[] = [];
  const results: (() => void)[] = [];
  const claims: HeldAttempt[] = [];
  const firing = createFiring({
    now: Date.now,
    schedule: minutely,
    pad: manual.pad as unknown as FiringParts['pad'],
    calls: createInFlightCalls(),
    gate: { leave: () => {}, retryLaterMs: () => null } as unknown as FiringParts['gate'],
    // The target responds when the test says so.
    callOut: ({ call }) =>
      new Promise((done) => results.push(() => done({ call, result: { error: null } } as AttemptResult))),
    afterBurst: createAfterBurst({ isBusy: () => false }),
    hasLease: () => true,
    isClosing: () => false,
    planFires: (jobId) => {
      planned.push(jobId);
      return Promise.resolve(plans.shift() ?? aPlan({ fires: [first, second] }));
    },
    claimAttempt: (held) => {
      claims.push(held);
      return Promise.resolve({ kind: 'call', call: aCall({ attempt: held.attempt }) });
    },
    record: () => Promise.resolve(recorded.shift() ?? success),
    onError: (error) => errors.push(error),
    report: (resident) => reports.push(resident),
    ...parts,
  });
  /** The call of a fire leaves, at its instant. */
  const call = async (scheduledFor: number, changes: Partial<ClaimedCall> = {}) => {
    vi.setSystemTime(Math.max(scheduledFor, Date.now()));
    manual.leave(scheduledFor, { kind: 'call', call: aCall(changes) });
    await settled();
  };
  /** The target responds to all calls in flight. */
  const respond = async () => {
    results.splice(0).forEach((result) => result());
    await settled();
  };
  return { ...manual, firing, reports, planned, errors, results, claims, call, respond };
}

const aCall = (given: Partial<ClaimedCall> = {}) =>
  ({ executionId: 5, jobId: 1, jobVersion: 1, tier: 'free', ...given }) as ClaimedCall;

/** A job whose next two fires are in the pad. */
async function aFiringJob(given: Parameters<typeof aWorker>[0] = {}, resident = aResident()) {
  const worker = aWorker({ plans: [aPlan({ fires: [first, second] })], ...given });
  void worker.firing.plan(resident);
  await settled();
  expect(worker.held()).toEqual([first, second]);
  return { ...worker, resident };
}

test('a planned job has its next fires in the pad, each once', async () => {
  const { firing, resident, held, planned } = await aFiringJob();
  void firing.plan(resident);
  await settled();
  expect(planned).toHaveLength(2);
  expect(held()).toEqual([first, second]);
  expect(resident).toMatchObject({ version: 1, cron: '* * * * *', tier: 'free', held: [first, second] });
});

test('a fire 65 minutes away is not held: without a nearer one, the job leaves', async () => {
  const { firing, reports, held } = aWorker({ plans: [aPlan({ fires: [start + 65 * minuteMs] })] });
  const resident = aResident();
  void firing.plan(resident);
  await settled();
  expect(held()).toEqual([]);
  expect(resident.isEnding).toBe(true);
  expect(reports).toEqual([resident]);
});

test.each([
  ['paused', aPlan({ status: 'paused' })],
  ['removed', { kind: 'gone' } as const],
])('a %s job leaves', async (_what, plan) => {
  const { firing, reports } = aWorker({ plans: [plan] });
  const resident = aResident();
  void firing.plan(resident);
  await settled();
  expect([resident.isEnding, reports.length]).toEqual([true, 1]);
});

test('the next fire is in the pad as soon as a call leaves, and needs no plan', async () => {
  const { call, respond, held, planned, resident } = await aFiringJob();
  await call(first);
  expect(held()).toEqual([second]);
  await call(second);
  expect(held()).toEqual([third]);
  expect(resident.callsOut).toBe(2);
  await respond();
  expect([resident.callsOut, planned.length]).toEqual([0, 1]);
});

test('after a call of a burst, the next fire is in the pad once the burst has left', async () => {
  let burst = Promise.resolve();
  let leave = () => {};
  const { call, respond, held, resident } = await aFiringJob({ afterBurst: { wait: () => burst } });
  await call(first);
  await respond();
  expect(held()).toEqual([second]);
  burst = new Promise((resolve) => (leave = resolve));
  await call(second);
  await respond();
  expect([held(), resident.isEnding]).toEqual([[], false]);
  leave();
  await settled();
  expect([held(), resident.isEnding]).toEqual([[third], false]);
});

test('a job does not leave between the end of its call and the end of the burst', async () => {
  let leave = () => {};
  const burst = new Promise<void>((resolve) => (leave = resolve));
  const { firing, call, respond, held, resident } = await aFiringJob({
    plans: [aPlan({ fires: [first, second] }), aPlan({}), aPlan({})],
    afterBurst: { wait: ({ bytes }) => (bytes === 0 ? burst : Promise.resolve()) },
  });
  await call(first);
  await call(second);
  await respond();
  // A plan without fires ends, such as that of a repeated call.
  void firing.plan(resident);
  await settled();
  expect([held(), resident.isEnding]).toEqual([[], false]);
  leave();
  await settled();
  expect([held(), resident.isEnding]).toEqual([[third], false]);
});

test('a call that has ended is settled once it is recorded and its further attempt is passed on', async () => {
  let record = () => {};
  const waiting = { executionId: 5, outcome: null, retryAt: first + 9 * secondMs, made: 1 } as const;
  const { firing, call, respond, reports } = await aFiringJob({
    record: () => new Promise((done) => (record = () => done(waiting))),
  });
  await call(first);
  let isSettled = false;
  void firing.settled().then(() => (isSettled = true));
  await respond();
  expect([isSettled, reports.length]).toEqual([false, 0]);
  record();
  await settled();
  expect([isSettled, reports[0]?.waiting.length]).toEqual([true, 1]);
});

test('a fire that waits for a call of its job does not keep the next one out of the pad', async () => {
  const { wait, held, call } = await aFiringJob();
  await call(first);
  vi.setSystemTime(second);
  wait(second);
  expect(held()).toEqual([second, third]);
});

test('a change from good to bad is reported, the same outcome again is not', async () => {
  const { call, respond, reports, resident } = await aFiringJob(
    { recorded: [success, failed] },
    aResident({ shownOutcome: 'success' }),
  );
  await call(first);
  await respond();
  expect([reports.length, resident.lastOutcome, resident.hasRun]).toEqual([0, 'success', true]);
  await call(second);
  await respond();
  expect([reports.length, resident.lastOutcome]).toEqual([1, 'failed']);
});

test("the owner's new tier is reported with the next outcome, though that is the same", async () => {
  const { call, respond, reports } = await aFiringJob({}, aResident({ shownOutcome: 'success' }));
  await call(first);
  await respond();
  expect(reports).toEqual([]);
  await call(second, { tier: 'premium' });
  await respond();
  expect(reports).toHaveLength(1);
});

test('a fire with a row already, such as a skipped one, goes on to the next instant', async () => {
  const { leave, held, reports, results } = await aFiringJob({}, aResident({ shownOutcome: 'success' }));
  vi.setSystemTime(first);
  leave(first, { kind: 'recorded', recorded: { executionId: 5, outcome: 'skipped', retryAt: null } });
  await settled();
  expect([held(), reports, results]).toEqual([[second], [], []]);
});

test('a report is due once the time of the job is up', async () => {
  const resident = aResident({ shownOutcome: 'success', reportAt: first + 1 });
  const { call, respond, reports } = await aFiringJob({}, resident);
  await call(first);
  await respond();
  expect(reports).toEqual([]);
  await call(second);
  await respond();
  expect(reports).toEqual([resident]);
});

test('an attempt to retry is reported, and so is the outcome after it, whatever operators see', async () => {
  const retry = { executionId: 5, outcome: null, retryAt: first + 20 * secondMs, made: 1 } as const;
  const resident = aResident({ shownOutcome: 'success' });
  const { call, respond, reports } = await aFiringJob({ recorded: [retry, success] }, resident);
  await call(first);
  await respond();
  expect(reports).toHaveLength(1);
  expect(resident).toMatchObject({
    ...{ lastOutcome: null, isShownUnsure: true },
    waiting: [{ executionId: 5, retryAt: first + 20 * secondMs, made: 1 }],
  });
  await call(second);
  await respond();
  expect(reports).toHaveLength(2);
});

test('an outdated fire is not called, and its job is planned again', async () => {
  const { leave, planned, results, held } = await aFiringJob();
  leave(first, { kind: 'changed' });
  await settled();
  expect([planned.length, results]).toEqual([2, []]);
  expect(held()).toEqual([second, first]);
});

test('fires that repeatedly do not hold slow the planning down', async () => {
  const { leave, planned } = await aFiringJob();
  const change = async () => {
    leave(first, { kind: 'changed' });
    await settled();
  };
  await change();
  await change();
  expect(planned).toHaveLength(3);
  await change();
  expect(planned).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(secondMs);
  expect(planned).toHaveLength(4);
  await change();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(planned).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(100);
  expect(planned).toHaveLength(5);
});

test('a run ends the slow planning', async () => {
  const { call, respond, resident } = await aFiringJob({}, aResident({ changesInRow: 2 }));
  await call(first);
  await respond();
  expect(resident.changesInRow).toBe(0);
});

test('after a call at a newer version the job is planned again', async () => {
  const { call, planned, resident } = await aFiringJob({
    plans: [aPlan({ fires: [first, second] }), aPlan({ version: 2, fires: [second] })],
  });
  await call(first, { jobVersion: 2, tier: 'premium' });
  expect(planned).toHaveLength(2);
  expect(resident).toMatchObject({ version: 2, newest: 2, tier: 'free' });
});

test('instants that have passed are planned after the call: they are caught up one after another', async () => {
  const { call, respond, held, planned } = await aFiringJob();
  const late = start + 30 * minuteMs;
  vi.setSystemTime(late);
  await call(first);
  // The next one of the schedule is held meanwhile.
  expect([planned.length, held()]).toEqual([1, [second, late + minuteMs]]);
  await respond();
  expect(planned).toHaveLength(2);
});

test('edits are no disagreement: the plan after each of them comes at once', async () => {
  const worker = await aFiringJob();
  const { resident, planned, leave } = worker;
  for (let version = 2; version < 10; version += 1) {
    resident.newest = version;
    const [held = first] = worker.held();
    leave(held, { kind: 'changed' });
    await settled();
  }
  expect([resident.changesInRow, planned.length]).toEqual([0, 9]);
});

test('attempts that wait while Temporal is away are dropped by the next claim, which ends them', async () => {
  const { call, respond, resident } = await aFiringJob({
    recorded: [{ executionId: 5, outcome: null, retryAt: start + 30 * minuteMs, made: 1 }],
  });
  await call(first);
  await respond();
  expect(resident.waiting).toHaveLength(1);
  await call(second);
  expect(resident.waiting).toEqual([]);
});

test('with overlap allowed, instants that have passed are planned at once', async () => {
  const { call, planned } = await aFiringJob({
    plans: [aPlan({ fires: [first, second], overlap: 'allow' })],
  });
  vi.setSystemTime(start + 30 * minuteMs);
  await call(first);
  expect(planned).toHaveLength(2);
});

test('one plan runs at a time, and a request meanwhile is met after it', async () => {
  const responses: ((plan: FirePlan) => void)[] = [];
  const { firing, held } = aWorker({ planFires: () => new Promise((done) => responses.push(done)) });
  const resident = aResident();
  void firing.plan(resident);
  void firing.plan(resident);
  void firing.plan(resident);
  await settled();
  expect(responses).toHaveLength(1);
  responses[0]?.(aPlan({}));
  await settled();
  expect([responses.length, resident.isEnding]).toEqual([2, false]);
  responses[1]?.(aPlan({ fires: [first] }));
  await settled();
  expect([responses.length, held()]).toEqual([2, [first]]);
});

test('a plan that fails, as the database is down, is repeated each second', async () => {
  let isAway = true;
  const { firing, held, errors } = aWorker({
    planFires: () =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(aPlan({ fires: [first] })),
  });
  const resident = aResident();
  void firing.plan(resident);
  await vi.advanceTimersByTimeAsync(2_500);
  expect([errors.length, resident.isEnding]).toEqual([3, false]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(secondMs);
  expect(held()).toEqual([first]);
});

test('a planned attempt that waits is reported once, and one that the workflow follows is not', async () => {
  const waiting = [7, 8].map((executionId) => ({
    ...{ executionId, outcome: null, retryAt: first, made: 1 },
  }));
  const plan = aPlan({ fires: [first], waiting });
  const resident = aResident({ followed: [8] });
  const { firing, reports } = aWorker({ plans: [plan, plan] });
  void firing.plan(resident);
  await settled();
  void firing.plan(resident);
  await settled();
  expect(resident.waiting).toEqual([{ executionId: 7, retryAt: first, made: 1 }]);
  expect(reports).toEqual([resident]);
});

const lost = { executionId: 7, outcome: null, retryAt: start - 1, made: 1 } as const;

test('an attempt due since the loss of its worker is made here, without an activity', async () => {
  const { firing, claims, respond, reports, resident } = {
    ...aWorker({ plans: [aPlan({ fires: [first], waiting: [lost] })] }),
    resident: aResident({ shownOutcome: 'success' }),
  };
  void firing.plan(resident);
  await settled();
  expect(claims).toEqual([{ executionId: 7, attempt: 2, ref: null }]);
  expect([resident.callsOut, reports.length]).toEqual([1, 0]);
  await respond();
  expect(resident).toMatchObject({ callsOut: 0, lastOutcome: 'success', followed: [], waiting: [] });
});

test('an attempt made here whose error is retried is reported', async () => {
  const retry = { executionId: 7, outcome: null, retryAt: start + 20 * secondMs, made: 2 } as const;
  const { firing, respond, reports } = aWorker({
    ...{ plans: [aPlan({ fires: [first], waiting: [lost] })], recorded: [retry] },
  });
  const resident = aResident();
  void firing.plan(resident);
  await settled();
  await respond();
  expect(resident.waiting).toEqual([{ executionId: 7, retryAt: start + 20 * secondMs, made: 2 }]);
  expect(reports).toEqual([resident]);
});

test('an attempt that cannot be claimed here is left to the workflow', async () => {
  const { firing, reports, errors } = aWorker({
    ...{ plans: [aPlan({ fires: [first], waiting: [lost] })], hasLease: () => false },
  });
  const resident = aResident();
  void firing.plan(resident);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(errors).toMatchObject([{ type: 'retry_later' }]);
  expect(resident.waiting).toEqual([{ executionId: 7, retryAt: start - 1, made: 1 }]);
  expect([reports.length, resident.callsOut]).toEqual([1, 0]);
});

test.each<[string, RunClaim]>([
  [
    'ended meanwhile',
    { kind: 'recorded', recorded: { executionId: 7, outcome: 'superseded', retryAt: null } },
  ],
  ['is gone', { kind: 'changed' }],
])('an attempt whose execution %s is not made', async (_what, claim) => {
  const { firing, results } = aWorker({
    ...{ plans: [aPlan({ fires: [first], waiting: [lost] })], claimAttempt: () => Promise.resolve(claim) },
  });
  const resident = aResident();
  void firing.plan(resident);
  await settled();
  expect([results, resident.callsOut, resident.waiting]).toEqual([[], 0, []]);
});

test.each([
  ['waits as long as the limit says', second - 50 * secondMs, 15 * secondMs],
  ['comes back for the last claim passes before the next one is due', second - 10 * secondMs, 7 * secondMs],
  ['waits a second at the least', second - 2 * secondMs, secondMs],
])("a fire blocked by its domain's limit %s", async (_what, at, delayMs) => {
  const { leave, held } = await aFiringJob();
  vi.setSystemTime(at);
  leave(first, { kind: 'retry_later', ms: 15 * secondMs });
  await vi.advanceTimersByTimeAsync(delayMs - 1);
  expect(held()).toEqual([second]);
  await vi.advanceTimersByTimeAsync(1);
  expect(held()).toEqual([second, first]);
});

test('a job that another worker has holds nothing more, and its call in flight is recorded', async () => {
  const retry = { executionId: 5, outcome: null, retryAt: first + 20 * secondMs, made: 1 } as const;
  const { call, respond, held, resident, pad, reports, planned } = await aFiringJob({ recorded: [retry] });
  await call(first);
  resident.isGone = true;
  pad.giveUp(1);
  await respond();
  expect(held()).toEqual([]);
  // The attempt to retry is in the report: nobody else may know of it.
  expect([resident.waiting.length, reports.length, planned.length]).toEqual([1, 1, 1]);
});

test('a job leaves only after its last call has ended', async () => {
  const { firing, call, respond, reports } = aWorker({
    plans: [aPlan({ cron: '0 0 1 1 *', fires: [first] }), aPlan({})],
  });
  const resident = aResident();
  void firing.plan(resident);
  await settled();
  vi.setSystemTime(first);
  resident.cron = null;
  await call(first);
  expect(resident.isEnding).toBe(false);
  await respond();
  expect(resident.isEnding).toBe(true);
  expect(reports.at(-1)).toBe(resident);
});

test('an error of the pad is reported, unless the pad is closing', async () => {
  const { fail, errors, close } = await aFiringJob();
  fail(first);
  await settled();
  expect(errors).toHaveLength(1);
  close();
  fail(second);
  await settled();
  expect(errors).toHaveLength(1);
});
