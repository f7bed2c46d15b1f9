import { CompleteAsyncError } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import type { Residence } from '#server/executions/residency/claim-residency.server.ts';
import { leadTimeFor } from '#worker/limits/lead-time.ts';
import type { ActivityDeps } from './deps.ts';
import { makeKeepJob } from './keep-job.ts';

function aWorker(given: Partial<ActivityDeps> & { residence?: Residence } = {}) {
  const kept: Parameters<ActivityDeps['residents']['keep']>[0][] = [];
  const claimed: Parameters<ActivityDeps['claimResidency']>[0][] = [];
  const deps = {
    residents: { keep: (job: (typeof kept)[0]) => kept.push(job) },
    claimResidency: (request: (typeof claimed)[0]) => {
      claimed.push(request);
      return Promise.resolve(given.residence ?? 'mine');
    },
    leadTime: leadTimeFor(1),
    gate: { retryLaterMs: () => null },
    hasLease: () => true,
    isClosing: () => false,
    onError: () => {},
    ...given,
  } as unknown as ActivityDeps;
  const info = {
    activityId: '7',
    workflowExecution: { workflowId: 'job/1', runId: 'run' },
  };
  const keepJob = () =>
    new MockActivityEnvironment(info).run(() =>
      makeKeepJob(deps)({ tag: 1, jobId: 1, lastOutcome: 'failed', stayMs: 600_000 }),
    );
  return { keepJob, kept, claimed };
}

test('a job is claimed with its open activity, held by this worker, and its activity stays open', async () => {
  const { keepJob, kept, claimed } = aWorker();
  await expect(keepJob()).rejects.toThrow(CompleteAsyncError);
  expect(claimed).toEqual([{ jobId: 1, activityId: '7', runId: 'run' }]);
  expect(kept).toMatchObject([{ jobId: 1, lastOutcome: 'failed' }]);
});

test('a job that another worker holds stays with that one, which reports to the activity', async () => {
  const { keepJob, kept } = aWorker({ residence: 'other' });
  await expect(keepJob()).rejects.toThrow(CompleteAsyncError);
  expect(kept).toEqual([]);
});

test('a removed job is reported as left, without fires: its workflow plans and ends', async () => {
  const { keepJob, kept } = aWorker({ residence: 'gone' });
  expect(await keepJob()).toMatchObject({
    isKept: false,
    hasRun: false,
    fires: [],
    waiting: [],
    lastOutcome: null,
  });
  expect(kept).toEqual([]);
});

test('while the database is down the claim is repeated', async () => {
  let asked = 0;
  const { keepJob, kept } = aWorker({
    claimResidency: () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve('mine');
    },
  });
  await expect(keepJob()).rejects.toThrow(CompleteAsyncError);
  expect([asked, kept.length]).toEqual([2, 1]);
});

test('a worker that stops takes no job: Temporal hands it to another one', async () => {
  const { keepJob, kept, claimed } = aWorker({ isClosing: () => true });
  await expect(keepJob()).rejects.toMatchObject({ type: 'shutting_down', nonRetryable: false });
  expect([kept, claimed]).toEqual([[], []]);
});
