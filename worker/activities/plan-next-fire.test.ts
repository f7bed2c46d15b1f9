import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import type { FirePlan, PlannedJob } from '#server/executions/ledger/types.ts';
import { leadTimeFor } from '#worker/limits/lead-time.ts';
import type { ActivityDeps } from './deps.ts';
import { makePlanNextFire } from './plan-next-fire.ts';

const start = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;

const planned: PlannedJob = {
  ...{ version: 3, ownerId: 7, name: 'Ping', status: 'active', tier: 'free', cron: '0 * * * *' },
  ...{ timeZone: 'UTC', timeoutSeconds: 30, overlap: 'allow', lastOutcome: 'failed', waiting: [] },
};

const planOf = (plan: FirePlan) => {
  const deps = {
    planFires: () => Promise.resolve(plan),
    leadTime: leadTimeFor(12_000),
    linkOf: (jobId: number) => `/jobs/${jobId}`,
  } as unknown as ActivityDeps;
  return new MockActivityEnvironment().run(() => makePlanNextFire(deps)({ tag: 1, jobId: 1 }));
};

test('a plan has the facts of the job and its next fires with the leads of that job', async () => {
  const instants = [start + hourMs, start + 2 * hourMs];
  const plan = await planOf({
    ...{ ...planned, kind: 'fires' },
    fires: instants.map((scheduledFor) => ({ scheduledFor })),
  });
  const leadTime = leadTimeFor(12_000);
  expect(plan).toEqual({
    ...{ tag: 1, kind: 'next', waiting: [] },
    facts: {
      ...{ version: 3, ownerId: 7, name: 'Ping', status: 'active', tier: 'free', cron: '0 * * * *' },
      ...{ timeZone: 'UTC', timeoutSeconds: 30, lastOutcome: 'failed', link: '/jobs/1' },
      ...{ graceMs: 120_000, stayMs: leadTime.stayMs(1) },
    },
    fires: instants.map((scheduledFor) => ({ scheduledFor, wakeAt: scheduledFor - leadTime.leadMs(1) })),
  });
});

test('a plan names the attempts to follow', async () => {
  const waiting = [{ executionId: 5, outcome: null, retryAt: start + 1, made: 2 }];
  const plan = await planOf({ ...planned, kind: 'idle', waiting });
  expect(plan).toMatchObject({ fires: [], waiting: [{ executionId: 5, retryAt: start + 1, made: 2 }] });
});

test('a removed job is gone', async () => {
  expect(await planOf({ kind: 'gone' })).toEqual({ tag: 1, kind: 'gone' });
});
