import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { syncJob } from '#server/engine/relay/sync-job.server.ts';
import { cancelOrphans } from '#server/engine/rescue/cancel-orphans.server.ts';
import { reconcileJobs } from '#server/engine/rescue/reconcile-jobs.server.ts';
import { runningWorkflows } from '#server/engine/rescue/running-workflows.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { aLiveJob, aWorker, eventually, hasTemporal, patient } from '#tests/integration/engine/kit/engine.ts';
import { rare } from '#tests/integration/rare-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflow, jobWorkflowId } from '#workflows/contract.ts';

const place = { isStopping: () => false };
const loopOf = (jobId: number) => temporalClient().workflow.getHandle(jobWorkflowId(jobId));
const statusOf = async (jobId: number) => (await loopOf(jobId).describe()).status.name;

const anHourAgo = () => new Date(Date.now() - 3_600_000);
/** Simulates a job that Temporal accepted long ago. */
const age = (jobId: number) => db().job.update({ where: { id: jobId }, data: { applyAfter: anHourAgo() } });
async function listedJobs() {
  const ids: string[] = [];
  for await (const page of runningWorkflows({ types: [jobWorkflow] })) ids.push(...page);
  return ids;
}

describe.skipIf(!hasTemporal)('reconciling with Temporal', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test('an active job whose workflow was terminated gets a new one and is called again', async () => {
    const [lost, kept] = [await aLiveJob(), await aLiveJob()];
    // A worker that has a report to make finds out by itself: here it has none.
    await eventually(async () => {
      for (const { jobId } of [lost, kept])
        expect((await loopOf(jobId).describe()).memo).toMatchObject({ lastOutcome: 'success' });
    });
    const { runId } = await loopOf(kept.jobId).describe();
    await loopOf(lost.jobId).terminate('by an operator');
    await Promise.all([age(lost.jobId), age(kept.jobId)]);
    const before = lost.arrivals().length;
    // Visibility learns of the end a moment later.
    await eventually(async () => expect(await reconcileJobs(place)).toBe(1));
    await eventually(() => expect(lost.arrivals().length).toBeGreaterThan(before));
    expect((await loopOf(kept.jobId).describe()).raw.workflowExecutionInfo?.firstRunId).toBe(
      (await temporalClient().workflow.getHandle(jobWorkflowId(kept.jobId), runId).describe()).raw
        .workflowExecutionInfo?.firstRunId,
    );
  });

  test('a job older than its job loop, as a seeded one is, is left alone for a minute after it was applied', async () => {
    // No worker holds it, which would report its first outcome.
    const { jobId } = await aLiveJob({ cronExpression: rare });
    await loopOf(jobId).terminate('by an operator');
    await eventually(async () => expect(await listedJobs()).not.toContain(jobWorkflowId(jobId)));
    await db().job.update({ where: { id: jobId }, data: { createdAt: anHourAgo(), applyAfter: new Date() } });
    expect(await reconcileJobs(place)).toBe(0);
    await age(jobId);
    expect(await reconcileJobs(place)).toBe(1);
  });

  test('only open workflows of jobs missing from the database are canceled', async () => {
    const job = await aLiveJob({ cronExpression: rare });
    const { id: gone } = await db().job.create({
      data: { ownerId: job.owner.id, name: 'Gone', webhookUrl: 'sealed', targetHost: 'shop.example.com' },
    });
    await db().job.delete({ where: { id: gone } });
    await syncJob({ jobId: gone, epoch: 1, version: 1 });
    await eventually(async () => expect(await cancelOrphans(place)).toBeLessThanOrEqual(1));
    await eventually(async () => {
      await cancelOrphans(place);
      expect(await statusOf(gone)).not.toBe('RUNNING');
    });
    expect(await statusOf(job.jobId)).toBe('RUNNING');
  });
});
