import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setTier } from '#server/billing/set-tier.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  hasTemporal,
  patient,
  target,
} from '#tests/integration/engine/kit/engine.ts';
import { rarely } from '#tests/integration/engine/kit/fast-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId, searchKeys } from '#workflows/contract.ts';
import { aUser } from '../makers.ts';

// Lists of the Temporal Web UI, queried in the same way.

async function list(query: string) {
  const found: {
    workflowId: string;
    nextFire: Date | undefined;
    memo: Record<string, unknown> | undefined;
  }[] = [];
  for await (const { workflowId, typedSearchAttributes, memo } of temporalClient().workflow.list({ query })) {
    found.push({ workflowId, nextFire: typedSearchAttributes.get(searchKeys.nextFire), memo });
  }
  return found.sort((a, b) => a.workflowId.localeCompare(b.workflowId));
}

describe.skipIf(!hasTemporal).concurrent('operators', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test("find by a list query which of an owner's jobs fail, and when they fire next", async () => {
    const ownedBy = await aUser();
    const given = { ownedBy, retryCount: 0, cronExpression: rarely } as const;
    const failing = await aLiveJob({ ...given, path: '/fail', name: 'Failing' });
    const healthy = await aLiveJob({ ...given, name: 'Healthy' });
    const foreign = await aLiveJob({ ...given, ownedBy: await aUser(), path: '/fail' });
    const ofOwner = `WorkflowType = 'job' AND ExecutionStatus = 'Running' AND OwnerId = '${ownedBy.id}'`;

    const found = await eventually(async () => {
      const listed = await list(`${ofOwner} AND LastOutcome = 'failed'`);
      expect(listed.map(({ workflowId }) => workflowId)).toEqual([jobWorkflowId(failing.jobId)]);
      return listed;
    }, 40_000);
    expect(found[0]?.nextFire?.getTime() ?? 0).toBeGreaterThan(Date.now() - 60_000);
    expect(found[0]?.memo).toMatchObject({
      ...{ job: 'Failing', cron: rarely, zone: 'UTC', status: 'active', lastOutcome: 'failed' },
      link: expect.stringContaining(`/dashboard/jobs/${failing.jobId}`) as string,
    });
    await eventually(async () =>
      expect(
        (await list(`${ofOwner} AND LastOutcome = 'success'`)).map(({ workflowId }) => workflowId),
      ).toEqual([jobWorkflowId(healthy.jobId)]),
    );
    expect(foreign.owner.id).not.toBe(ownedBy.id);
  });

  test('see within seconds that a job has begun to fail and that it is well again, while it stays with its worker', async () => {
    const job = await aLiveJob({ retryCount: 0 });
    const ofJob = `WorkflowType = 'job' AND ExecutionStatus = 'Running' AND OwnerId = '${job.owner.id}'`;
    const shows = (outcome: string) => {
      const from = Date.now();
      return eventually(async () => {
        const [found] = await list(`${ofJob} AND LastOutcome = '${outcome}'`);
        expect(found?.memo).toMatchObject({
          lastOutcome: outcome,
          residentSince: expect.any(String) as string,
        });
        // The next one as of that report.
        expect(found?.nextFire?.getTime()).toBeGreaterThan(from - 10_000);
        return Date.parse(String(found?.memo?.['residentSince']));
      }, 8_000);
    };
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(0));
    const since = await shows('success');
    target.fail(job.path, true);
    expect(await shows('failed')).toBe(since);
    target.fail(job.path, false);
    expect(await shows('success')).toBe(since);
  });

  test('see no next fire on a paused job, and find it by its state and tier', async () => {
    const job = await aLiveJob();
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(0));
    await setJobStatus({ ...job, status: 'paused' });
    await eventually(async () => {
      const [paused] = await list(
        `WorkflowType = 'job' AND OwnerId = '${job.owner.id}' AND JobState = 'paused' AND Tier = 'premium'`,
      );
      expect(paused).toMatchObject({ workflowId: jobWorkflowId(job.jobId), memo: { status: 'paused' } });
      expect(paused?.memo).not.toHaveProperty('nextFire');
      expect(paused?.nextFire).toBeUndefined();
    });
  });

  test("find a job by its owner's new tier from its next fire on", async () => {
    const job = await aLiveJob();
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(0));
    await inTransaction((client) => setTier({ client, userId: job.owner.id, tier: 'ultimate' }));
    await eventually(async () =>
      expect(
        await list(`WorkflowType = 'job' AND OwnerId = '${job.owner.id}' AND Tier = 'ultimate'`),
      ).toMatchObject([{ workflowId: jobWorkflowId(job.jobId) }]),
    );
  });
});
