import { readdir, readFile, writeFile } from 'node:fs/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setTier } from '#server/billing/set-tier.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { retryNow } from '#server/engine/retry-now.server.ts';
import { stopRetrying } from '#server/engine/stop-retrying.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { startTestRun } from '#server/test-runs/start-test-run.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  patient,
  target,
} from '#tests/integration/engine/kit/engine.ts';
import { often, seldom } from '#tests/integration/engine/kit/fast-schedule.ts';
import { holderOf } from '#tests/integration/engine/kit/residency.ts';
import { rare } from '#tests/integration/rare-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import {
  type MaintenanceOrder,
  maintenanceWorkflow,
  jobWorkflowId,
  retrySignal,
  runWorkflowId,
  stopSignal,
  syncSignal,
  testWorkflowId,
} from '#workflows/contract.ts';
import { aJob, aUser } from '../makers.ts';

// Histories of released workflow code, one per workflow and version; code that cannot replay them would leave running
// jobs stuck. RECORD_HISTORIES=<version> records the present code's.

const folder = new URL('../../histories/', import.meta.url);
const recordAs = process.env.RECORD_HISTORIES;

describe.skipIf(recordAs)('workflow code', () => {
  test('replays the histories of its released versions', async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
    // One history of each workflow type.
    const types = ['maintenance', 'job-often', 'job-paused', 'job-retried', 'job-woken', 'run', 'test'];
    for (const type of types) expect(files.join(' ')).toContain(`${type}-`);
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
    for (const signal of [syncSignal, retrySignal, stopSignal])
      expect(texts.join('\n')).toContain(`"signalName": "${signal}"`);
    const histories = texts.map((text, index) => ({
      workflowId: String(files[index]),
      history: JSON.parse(text) as unknown,
    }));
    const replayed: string[] = [];
    const results = Worker.runReplayHistories(
      { workflowBundle: { codePath: inject('workflowBundle') } },
      histories,
    );
    for await (const { workflowId, error } of results) {
      expect(error, workflowId).toBeUndefined();
      replayed.push(workflowId);
    }
    expect(replayed.sort()).toEqual(files.sort());
  });
});

describe.skipIf(!recordAs).concurrent('recording', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  const record = async ({
    name,
    workflowId,
    runId,
  }: {
    name: string;
    workflowId: string;
    runId?: string;
  }) => {
    const history = await temporalClient().workflow.getHandle(workflowId, runId).fetchHistory();
    await writeFile(new URL(`${name}-${recordAs}.json`, folder), historyToJSON(history));
  };

  const eventsOf = async (workflowId: string) =>
    JSON.stringify((await temporalClient().workflow.getHandle(workflowId).fetchHistory()).events);

  const ends = (workflowId: string) =>
    eventually(async () => {
      const { status } = await temporalClient().workflow.getHandle(workflowId).describe();
      expect(status.name).toBe('COMPLETED');
    });

  test('a job that is edited and continues as new', async () => {
    const job = await aLiveJob({ path: '/flip', retryCount: 0 });
    const workflowId = jobWorkflowId(job.jobId);
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(3));
    const { runId } = await temporalClient().workflow.getHandle(workflowId).describe();
    await updateJob({ ...job, changes: { name: 'Renamed' } });
    await inTransaction((client) => setTier({ client, userId: job.owner.id, tier: 'ultimate' }));
    await eventually(async () => {
      expect((await temporalClient().workflow.getHandle(workflowId).describe()).runId).not.toBe(runId);
    }, 90_000);
    await record({ name: 'job-often', workflowId, runId });
  }, 120_000);

  test('a rare job that is woken and fails', async () => {
    const job = await aLiveJob({ path: '/fail', retryCount: 1, cronExpression: rare });
    const handle = temporalClient().workflow.getHandle(jobWorkflowId(job.jobId));
    const begun = await eventually(() => handle.describe());
    const { runId } = await eventually(async () => {
      const now = await handle.describe();
      expect(now.runId).not.toBe(begun.runId);
      return now;
    });
    await updateJob({ ...job, changes: { name: 'Renamed' } });
    await eventually(async () => expect((await handle.describe()).memo).toMatchObject({ job: 'Renamed' }));
    await updateJob({ ...job, changes: { cronExpression: often } });
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(3));
    await record({ name: 'job-woken', workflowId: handle.workflowId, runId });
  });

  test('a manual run that is retried, retried on request, and stopped', async () => {
    const job = await aLiveJob({ path: '/fail?retry=3600000', cronExpression: null, retryCount: 2 });
    const { executionId } = await runJob({ ...job, trigger: 'manual' });
    const asked = { ownerId: job.owner.id, jobId: job.jobId, executionId };
    const waits = (attempts: number) =>
      eventually(async () => {
        const [row] = await executionsOf(job.jobId);
        expect([row?.attemptCount, row?.retryAt !== null]).toEqual([attempts, true]);
      });
    await waits(1);
    await retryNow(asked);
    await waits(2);
    await stopRetrying(asked);
    await eventually(async () => expect((await executionsOf(job.jobId))[0]?.outcome).toBe('failed'));
    const workflowId = runWorkflowId({ jobId: job.jobId, epoch: 1, executionId });
    await ends(workflowId);
    await record({ name: 'run', workflowId });
  });

  test('a job that leaves its worker while it is paused', async () => {
    const job = await aLiveJob();
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(1));
    await setJobStatus({ ...job, status: 'paused' });
    await eventually(async () => expect(await holderOf(job.jobId)).toBeUndefined());
    await setJobStatus({ ...job, status: 'active' });
    const paused = job.arrivals().length;
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(paused + 1));
    await record({ name: 'job-paused', workflowId: jobWorkflowId(job.jobId) });
  });

  test('a fire that is retried, retried on request, and stopped while its job stays with its worker', async () => {
    const job = await aLiveJob({
      ...{ path: '/fail?retry=9000', retryCount: 3, overlap: 'allow' as const, cronExpression: seldom },
    });
    const workflowId = jobWorkflowId(job.jobId);
    const waits = (attempts: number) =>
      eventually(async () => {
        const [row] = await executionsOf(job.jobId);
        expect([row?.attemptCount, row?.retryAt !== null]).toEqual([attempts, true]);
        return { ownerId: job.owner.id, jobId: job.jobId, executionId: Number(row?.id) };
      }, 45_000);
    const asked = await waits(1);
    // The ledger knows about the wait before the workflow does, and the message must end a wait.
    await eventually(async () => expect(await eventsOf(workflowId)).toContain('timerStarted'));
    await retryNow(asked);
    await waits(2);
    await waits(3);
    await stopRetrying(asked);
    await eventually(async () => expect((await executionsOf(job.jobId))[0]?.outcome).toBe('failed'));
    await eventually(async () => expect(await eventsOf(workflowId)).toContain('endRetrying'));
    await record({ name: 'job-retried', workflowId });
  }, 90_000);

  test('a test run, and a maintenance task', async () => {
    const owner = await aUser();
    const { id } = await startTestRun({ owner, input: aJob({ webhookUrl: target.url('/ok?test') }) });
    await ends(testWorkflowId(id));
    await record({ name: 'test', workflowId: testWorkflowId(id) });
    const order: MaintenanceOrder = { tag: 1, name: 'retention' };
    const workflowId = `maintenance-${id}`;
    const taskQueue = String(process.env.TEMPORAL_TASK_QUEUE);
    await temporalClient().workflow.execute(maintenanceWorkflow, { workflowId, taskQueue, args: [order] });
    await record({ name: 'maintenance', workflowId });
  });
});
