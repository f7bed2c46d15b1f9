import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import type { AttemptResult, Claim, ClaimedCall } from '#server/executions/ledger/types.ts';
import { createAdmission } from '#server/outbound/limits/admission.server.ts';
import { notSent } from '#server/outbound/not-sent.server.ts';
import { createInFlightCalls } from '#worker/background/calls.ts';
import { createHeartbeats } from '#worker/background/heartbeats.ts';
import { createLaunchPad } from '#worker/launch-pad/launch-pad.ts';
import { createGate } from '#worker/limits/admission.ts';
import { leadTimeFor } from '#worker/limits/lead-time.ts';
import { createPacer } from '#worker/limits/pacer.ts';
import type { FireOrder } from '#workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';
import { makeActivities } from './make-activities.ts';

const version = 3;
const hourMs = 3_600_000;

function aWorker({
  retryLaterMs = () => null,
  ...given
}: Partial<ActivityDeps> & { claim?: Claim; retryLaterMs?: () => number | null } = {}) {
  const calls = createInFlightCalls();
  const heartbeats = createHeartbeats();
  const sent: ClaimedCall[] = [];
  const pad = createLaunchPad({
    claim: (fires) => Promise.resolve(fires.map(() => given.claim ?? { kind: 'call', call: aCall() })),
    hasLease: () => true,
    mayCall: () => true,
    retryLaterMs,
  });
  const deps: ActivityDeps = {
    schedule: {
      nextFires: ({ after, count }) =>
        Array.from({ length: count }, (_, index) => after + (index + 1) * hourMs),
      firesBetween: () => [],
    },
    ...{ pad, calls, heartbeats },
    leadTime: leadTimeFor(1),
    pacer: createPacer({ isBusy: () => false }),
    callOut: ({ call }) => {
      sent.push(call);
      return Promise.resolve(resultOf(call));
    },
    hasLease: () => true,
    isClosing: () => false,
    planFires: () => Promise.resolve({ kind: 'gone' }),
    claimAttempt: () => Promise.resolve({ kind: 'changed' }),
    claimRun: () => Promise.resolve({ kind: 'changed' }),
    record: ({ call: { executionId } }) =>
      Promise.resolve({ executionId, outcome: 'success', retryAt: null }),
    gate: createGate({ admission: createAdmission({ liveWorkers: () => 1 }) }),
    endRetrying: () => Promise.resolve({ kind: 'changed' }),
    claimTest: () => Promise.resolve({ kind: 'over' }),
    testSent: () => Promise.resolve(),
    endTest: () => Promise.resolve(),
    deliverNotification: () => Promise.resolve({ kind: 'sent' }),
    linkOf: (jobId) => `/jobs/${jobId}`,
    onError: () => {},
    ...given,
  };
  heartbeats.close();
  return { activities: makeActivities(deps), sent, calls };
}

const aCall = (given: Partial<ClaimedCall> = {}) =>
  ({ executionId: 5, jobId: 1, jobVersion: version, ...given }) as ClaimedCall;

/** A call without a result. */
const resultOf = (call: ClaimedCall) =>
  ({ call, result: notSent({ error: 'timeout', detail: '', startedAt: 0 }) }) as AttemptResult;

const anOrder = (scheduledFor: number): FireOrder => ({
  ...{ tag: 1, jobId: 1, scheduledFor, version, cron: '0 * * * *', timeZone: 'UTC' },
});

const run = <Result>(work: () => Promise<Result>) =>
  new MockActivityEnvironment().run<[], Result, typeof work>(work);

test('a fire is called once and returns the next two instants with the lead times of its job', async () => {
  const { activities, sent } = aWorker();
  const scheduledFor = Date.now() - 10;
  const result = await run(() => activities.fire(anOrder(scheduledFor)));
  expect(sent).toHaveLength(1);
  expect(result).toMatchObject({ kind: 'ended', outcome: 'success' });
  expect(result.fires.map((fire) => fire.scheduledFor - scheduledFor)).toEqual([hourMs, 2 * hourMs]);
  for (const { scheduledFor: at, wakeAt } of result.fires) expect(at - wakeAt).toBeGreaterThanOrEqual(2_000);
});

test('the first heartbeat is sent five seconds after the instant, or later if Temporal waits longer', async () => {
  const begun: number[] = [];
  const heartbeats = {
    begin: ({ from }: { from: number }) => (begun.push(from), () => undefined),
    close: () => {},
  };
  const { activities } = aWorker({ heartbeats });
  const scheduledFor = Date.now() - 10;
  const firstHeartbeat = async (graceMs: number) => {
    const info = {
      currentAttemptScheduledTimestampMs: scheduledFor - 2_000,
      heartbeatTimeoutMs: 2_000 + graceMs,
    };
    begun.length = 0;
    await new MockActivityEnvironment(info).run(() => activities.fire(anOrder(scheduledFor)));
    return (begun[0] ?? 0) - scheduledFor;
  };
  expect(await firstHeartbeat(10_000)).toBe(5_000);
  for (const each of [await firstHeartbeat(100_000), await firstHeartbeat(100_000)]) {
    expect(each).toBeGreaterThanOrEqual(5_000 + 90_000 * 0.3);
    expect(each).toBeLessThanOrEqual(5_000 + 90_000 * 0.7);
  }
});

test('an outdated fire is not called', async () => {
  const { activities, sent } = aWorker({ claim: { kind: 'changed' } });
  expect(await run(() => activities.fire(anOrder(Date.now())))).toMatchObject({ kind: 'changed', fires: [] });
  expect(sent).toEqual([]);
});

test('after a call at a newer version the job loop plans again', async () => {
  const { activities } = aWorker({ claim: { kind: 'call', call: aCall({ jobVersion: version + 1 }) } });
  expect(await run(() => activities.fire(anOrder(Date.now())))).toMatchObject({ kind: 'ended', fires: [] });
});

test('a schedule whose next instants have passed is planned again', async () => {
  const { activities } = aWorker();
  const result = await run(() => activities.fire(anOrder(Date.now() - 3 * hourMs)));
  expect(result).toMatchObject({ kind: 'ended', fires: [] });
});

test('a caught-up fire returns the one after it, although that has passed too', async () => {
  const { activities } = aWorker({ claim: { kind: 'call', call: aCall({ trigger: 'catch_up' }) } });
  const scheduledFor = Date.now() - 3 * hourMs;
  const result = await run(() => activities.fire(anOrder(scheduledFor)));
  expect(result.fires.map((fire) => fire.scheduledFor - scheduledFor)).toEqual([hourMs]);
  const last = await run(() => activities.fire(anOrder(Date.now() - 10)));
  expect(last.fires).toHaveLength(2);
});

test('a retried error returns the time of the next attempt', async () => {
  const { activities } = aWorker({
    record: () => Promise.resolve({ executionId: 5, outcome: null, retryAt: 99, made: 1 }),
  });
  const result = await run(() => activities.fire(anOrder(Date.now())));
  expect(result).toMatchObject({ kind: 'retry', executionId: 5, retryAt: 99, made: 1 });
});

test('a redelivered fire that is already recorded is not called again', async () => {
  const recorded = { executionId: 5, outcome: 'success', retryAt: null } as const;
  const { activities, sent } = aWorker({ claim: { kind: 'recorded', recorded } });
  expect(await run(() => activities.fire(anOrder(Date.now())))).toMatchObject({
    kind: 'ended',
    outcome: 'success',
  });
  expect(sent).toEqual([]);
});

test('a redelivered fire whose worker was lost makes the next attempt itself when it is due', async () => {
  const lost = { executionId: 5, outcome: null, made: 1 } as const;
  const asked: number[] = [];
  const claimAttempt: ActivityDeps['claimAttempt'] = ({ attempt }) => {
    asked.push(attempt);
    return Promise.resolve({ kind: 'call', call: aCall({ attempt }) });
  };
  const at = (retryAt: number) =>
    aWorker({ claim: { kind: 'recorded', recorded: { ...lost, retryAt } }, claimAttempt });
  const due = at(Date.now() - 1);
  const order = anOrder(Date.now() - 10);
  expect(await run(() => due.activities.fire(order))).toMatchObject({ kind: 'ended', outcome: 'success' });
  expect([asked, due.sent.length]).toEqual([[2], 1]);
  const later = at(Date.now() + 60_000);
  expect(await run(() => later.activities.fire(order))).toMatchObject({ kind: 'retry', executionId: 5 });
  expect([asked, later.sent.length]).toEqual([[2], 0]);
});

test('a retry waits for its claim while the database is down', async () => {
  let asked = 0;
  const { activities, sent } = aWorker({
    claimAttempt: () => {
      asked += 1;
      return asked === 1
        ? Promise.reject(new Error('away'))
        : Promise.resolve({ kind: 'call', call: aCall() });
    },
  });
  const result = await run(() => activities.attempt({ tag: 1, jobId: 1, executionId: 5, attempt: 2 }));
  expect([asked, sent.length, result.kind]).toEqual([2, 1, 'ended']);
});

test('deleting a job aborts its call', async () => {
  const { activities, calls } = aWorker({
    callOut: ({ call, signal }) =>
      new Promise((done) => signal.addEventListener('abort', () => done(resultOf(call)))),
  });
  const fired = run(() => activities.fire(anOrder(Date.now())));
  await expect.poll(() => calls.size()).toBe(1);
  calls.cut({ jobId: 1, reason: 'deleted' });
  expect(await fired).toMatchObject({ kind: 'ended' });
  expect(calls.size()).toBe(0);
});

test('a call continues after Temporal dispatched its activity again, and ends when its workflow is canceled', async () => {
  const { activities, calls } = aWorker({
    callOut: ({ call, signal }) =>
      new Promise((done) => signal.addEventListener('abort', () => done(resultOf(call)))),
  });
  const begin = () => {
    const environment = new MockActivityEnvironment();
    return { environment, fired: environment.run(() => activities.fire(anOrder(Date.now()))) };
  };
  const older = begin();
  await expect.poll(() => calls.size()).toBe(1);
  older.environment.cancel('NOT_FOUND', new ActivityCancellationDetails({ notFound: true }));
  const other = begin();
  await expect.poll(() => calls.size()).toBe(2);
  other.environment.cancel('CANCELLED', new ActivityCancellationDetails({ cancelRequested: true }));
  expect(await other.fired).toMatchObject({ kind: 'ended' });
  expect(calls.size()).toBe(1);
  calls.cut({ reason: 'shutdown' });
  await older.fired;
});

test("a fire blocked by its domain's limit comes back later, at the latest when the next one is due", async () => {
  const { activities, sent } = aWorker({ claim: { kind: 'busy' }, retryLaterMs: () => 15_000 });
  const far = run(() => activities.fire(anOrder(Date.now() - 60_000)));
  await expect(far).rejects.toMatchObject({
    type: 'retry_later',
    nextRetryDelay: 15_000,
    nonRetryable: false,
  });
  const near = run(() => activities.fire(anOrder(Date.now() - hourMs + 5_000)));
  const delay = (await near.catch((error: unknown) => error)) as { nextRetryDelay: number };
  // Three seconds before the next fire, five from now: the last claim passes still fit in.
  expect(delay.nextRetryDelay).toBeGreaterThanOrEqual(1_000);
  expect(delay.nextRetryDelay).toBeLessThanOrEqual(2_000);
  expect(sent).toEqual([]);
});

test('a waiting replay ends its activity at once, and comes back later the more replays are ahead', async () => {
  const delayBehind = async (ahead: number) => {
    const asked: number[] = [];
    const { activities, sent } = aWorker({
      claimRun: () => (asked.push(ahead), Promise.resolve({ kind: 'wait', ahead })),
    });
    const order = { tag: 1, jobId: 1, executionId: 5, timeoutSeconds: 30, graceMs: 10_000 } as const;
    const end = await run(() => activities.run(order)).catch((error: unknown) => error);
    expect(end).toMatchObject({ type: 'retry_later', nonRetryable: false });
    expect([asked.length, sent]).toEqual([1, []]);
    return (end as { nextRetryDelay: number }).nextRetryDelay;
  };
  const ranges = [
    [0, 3_000, 5_000],
    [2, 9_000, 15_000],
    [49, 18_000, 30_000],
  ] as const;
  for (const [ahead, least, most] of ranges) {
    const delay = await delayBehind(ahead);
    expect(delay).toBeGreaterThanOrEqual(least);
    expect(delay).toBeLessThanOrEqual(most);
  }
});

test('a blocked retry of a replay ends its activity and comes back within 5 s', async () => {
  const { activities, sent } = aWorker({ claimAttempt: () => Promise.resolve({ kind: 'wait', ahead: 0 }) });
  const order = { tag: 1, jobId: 1, executionId: 5, attempt: 2 } as const;
  const end = await run(() => activities.attempt(order)).catch((error: unknown) => error);
  expect(end).toMatchObject({ type: 'retry_later', nonRetryable: false });
  expect((end as { nextRetryDelay: number }).nextRetryDelay).toBeLessThanOrEqual(5_000);
  expect(sent).toEqual([]);
});

test('a plan leaves out the fires the job loop holds and names the ones after them', async () => {
  const day = Date.UTC(2026, 0, 1);
  const instants = [1, 2, 3, 4, 5].map((hours) => day + hours * hourMs);
  const planned = {
    version,
    ownerId: 1,
    name: '',
    status: 'active',
    tier: 'free',
    lastOutcome: null,
  } as const;
  const { activities } = aWorker({
    planFires: () =>
      Promise.resolve({
        ...{ ...planned, kind: 'fires', cron: '0 * * * *', timeZone: 'UTC', timeoutSeconds: 30 },
        ...{ overlap: 'allow', fires: instants.slice(0, 2).map((scheduledFor) => ({ scheduledFor })) },
      }),
  });
  const plan = await run(() =>
    activities.planNextFire({ tag: 1, jobId: 1, inFlight: [instants[0] ?? 0, instants[2] ?? 0] }),
  );
  expect(plan).toMatchObject({ fires: [instants[1], instants[3]].map((scheduledFor) => ({ scheduledFor })) });
});
