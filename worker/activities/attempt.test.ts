import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import type { ActivityRef, AttemptResult, ClaimedCall } from '#server/executions/ledger/types.ts';
import { notSent } from '#server/outbound/not-sent.server.ts';
import { createInFlightCalls } from '#worker/background/calls.ts';
import { createPacer } from '#worker/limits/pacer.ts';
import type { AttemptOutcome } from '#workflows/contract.ts';
import { makeAttempt, makeRun } from './attempt.ts';
import type { ActivityDeps } from './deps.ts';

const aCall = (given: Partial<ClaimedCall> = {}) => ({ executionId: 5, jobId: 1, ...given }) as ClaimedCall;

/** A call without a result. */
const resultOf = (call: ClaimedCall) =>
  ({ call, result: notSent({ error: 'timeout', detail: '', startedAt: 0 }) }) as AttemptResult;

function aWorker(given: Partial<ActivityDeps> = {}) {
  const calls = createInFlightCalls();
  const sent: ClaimedCall[] = [];
  const heartbeatsSeen = { begun: [] as number[], ended: 0 };
  const deps = {
    calls,
    pad: { recheckAt: () => {}, makeRoom: () => {} },
    gate: { leave: () => {}, retryLaterMs: () => null },
    pacer: createPacer({ isBusy: () => false }),
    heartbeats: {
      begin: ({ from }: { from: number }) => {
        heartbeatsSeen.begun.push(from);
        return () => void (heartbeatsSeen.ended += 1);
      },
    },
    hasLease: () => true,
    isClosing: () => false,
    callOut: ({ call }: { call: ClaimedCall }) => {
      sent.push(call);
      return Promise.resolve(resultOf(call));
    },
    claimAttempt: () => Promise.resolve({ kind: 'call', call: aCall({ attempt: 2 }) }),
    claimRun: () => Promise.resolve({ kind: 'call', call: aCall({ attempt: 1 }) }),
    record: ({ call: { executionId } }: AttemptResult) =>
      Promise.resolve({ executionId, outcome: 'success', retryAt: null }),
    onError: () => {},
    ...given,
  } as unknown as ActivityDeps;
  const attempt = (environment = new MockActivityEnvironment()): Promise<AttemptOutcome> =>
    environment.run<[], AttemptOutcome, () => Promise<AttemptOutcome>>(() =>
      makeAttempt(deps)({ tag: 1, jobId: 1, executionId: 5, attempt: 2 }),
    );
  const run = () =>
    new MockActivityEnvironment().run(() =>
      makeRun(deps)({ tag: 1, jobId: 1, executionId: 5, timeoutSeconds: 30, graceMs: 10_000 }),
    );
  return { attempt, run, sent, calls, heartbeatsSeen };
}

const untilAborted: ActivityDeps['callOut'] = ({ call, signal }) =>
  new Promise((done) => signal.addEventListener('abort', () => done(resultOf(call))));

test('a further attempt is claimed under its activity, called once and recorded; its heartbeats end', async () => {
  const held: { ref: ActivityRef | null; attempt: number }[] = [];
  const { attempt, sent, heartbeatsSeen } = aWorker({
    claimAttempt: (one) => {
      held.push(one);
      return Promise.resolve({ kind: 'call', call: aCall({ attempt: 2 }) });
    },
  });
  const info = { activityId: '7', workflowExecution: { workflowId: 'job/1', runId: 'run' } };
  expect(await attempt(new MockActivityEnvironment(info))).toEqual({
    tag: 1,
    kind: 'ended',
    outcome: 'success',
  });
  expect(sent).toHaveLength(1);
  expect(held).toMatchObject([{ attempt: 2, ref: { workflowId: 'job/1', runId: 'run', activityId: '7' } }]);
  expect(heartbeatsSeen.begun).toHaveLength(1);
  expect(heartbeatsSeen.ended).toBeGreaterThanOrEqual(1);
});

test('a retried error returns the time of the next attempt', async () => {
  const { attempt } = aWorker({
    record: () => Promise.resolve({ executionId: 5, outcome: null, retryAt: 99, made: 2 }),
  });
  expect(await attempt()).toMatchObject({ kind: 'retry', executionId: 5, retryAt: 99, made: 2 });
});

test('an attempt of a job that was paused or deleted is not called', async () => {
  const { attempt, sent } = aWorker({ claimAttempt: () => Promise.resolve({ kind: 'changed' }) });
  expect(await attempt()).toMatchObject({ kind: 'changed' });
  expect(sent).toEqual([]);
});

test('a redispatched attempt that is already recorded is not called again', async () => {
  const recorded = { executionId: 5, outcome: 'success', retryAt: null } as const;
  const { attempt, sent } = aWorker({ claimAttempt: () => Promise.resolve({ kind: 'recorded', recorded }) });
  expect(await attempt()).toMatchObject({ kind: 'ended', outcome: 'success' });
  expect(sent).toEqual([]);
});

test('a retry waits for its claim while the database is down', async () => {
  let asked = 0;
  const { attempt, sent } = aWorker({
    claimAttempt: () => {
      asked += 1;
      return asked === 1
        ? Promise.reject(new Error('away'))
        : Promise.resolve({ kind: 'call', call: aCall() });
    },
  });
  const result = await attempt();
  expect([asked, sent.length, result.kind]).toEqual([2, 1, 'ended']);
});

test('deleting a job aborts its call', async () => {
  const { attempt, calls } = aWorker({ callOut: untilAborted });
  const made = attempt();
  await expect.poll(() => calls.size()).toBe(1);
  calls.cut({ jobId: 1, reason: 'deleted' });
  expect(await made).toMatchObject({ kind: 'ended' });
  expect(calls.size()).toBe(0);
});

test('a call continues after Temporal dispatched its activity again, and ends when its workflow is canceled', async () => {
  const { attempt, calls } = aWorker({ callOut: untilAborted });
  const begin = () => {
    const environment = new MockActivityEnvironment();
    return { environment, made: attempt(environment) };
  };
  const older = begin();
  await expect.poll(() => calls.size()).toBe(1);
  older.environment.cancel('NOT_FOUND', new ActivityCancellationDetails({ notFound: true }));
  const other = begin();
  await expect.poll(() => calls.size()).toBe(2);
  other.environment.cancel('CANCELLED', new ActivityCancellationDetails({ cancelRequested: true }));
  expect(await other.made).toMatchObject({ kind: 'ended' });
  expect(calls.size()).toBe(1);
  calls.cut({ reason: 'shutdown' });
  await older.made;
});

test('a waiting replay ends its activity at once, and comes back later the more replays are ahead', async () => {
  const delayBehind = async (ahead: number) => {
    let asked = 0;
    const { run, sent } = aWorker({
      claimRun: () => {
        asked += 1;
        return Promise.resolve({ kind: 'wait', ahead });
      },
    });
    const end = await run().catch((error: unknown) => error);
    expect(end).toMatchObject({ type: 'retry_later', nonRetryable: false });
    expect([asked, sent]).toEqual([1, []]);
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
  const { attempt, sent } = aWorker({ claimAttempt: () => Promise.resolve({ kind: 'wait', ahead: 0 }) });
  const end = await attempt().catch((error: unknown) => error);
  expect(end).toMatchObject({ type: 'retry_later', nonRetryable: false });
  expect((end as { nextRetryDelay: number }).nextRetryDelay).toBeLessThanOrEqual(5_000);
  expect(sent).toEqual([]);
});
