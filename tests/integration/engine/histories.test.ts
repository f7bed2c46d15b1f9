import { readdir, readFile, writeFile } from 'node:fs/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setTier } from '#server/billing/set-tier.server.ts';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { retryNow } from '#server/engine/retry-now.server.ts';
import { stopRetrying } from '#server/engine/stop-retrying.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
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
import { fastSchedule, often, rarely } from '#tests/integration/engine/kit/fast-schedule.ts';
import { rare } from '#tests/integration/rare-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import {
  againSignal,
  fireWorkflowId,
  type MaintenanceOrder,
  maintenanceWorkflow,
  jobWorkflowId,
  newJobLoop,
  notifyWorkflowId,
  retrySignal,
  runWorkflowId,
  stopSignal,
  type SyncMessage,
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
    const types = [
      'fire',
      'fire-again',
      'maintenance',
      'job-allow',
      'job-often',
      'job-queue',
      'job-woken',
      'notify',
      'run',
      'test',
    ];
    for (const type of types) expect(files.join(' ')).toContain(`${type}-`);
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
    for (const signal of [syncSignal, retrySignal, stopSignal, againSignal])
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
    const job = await aLiveJob();
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

  test('a job that queues its fires', async () => {
    const job = await aLiveJob({ path: '/wait?ms=3000', overlap: 'queue', retryCount: 0 });
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(4), 40_000);
    await record({ name: 'job-queue', workflowId: jobWorkflowId(job.jobId) });
  });

  test('a job with overlapping fires, edited while one is held, and one of these fires', async () => {
    const job = await aLiveJob({ path: '/fail?retry=9000', retryCount: 1, overlap: 'allow' });
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(2));
    await updateJob({ ...job, changes: { name: 'Renamed' } });
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(5));
    await record({ name: 'job-allow', workflowId: jobWorkflowId(job.jobId) });

    const rare = await aLiveJob({
      path: '/fail?retry=9000',
      retryCount: 1,
      overlap: 'allow',
      cronExpression: rarely,
    });
    const row = await eventually(async () => {
      const [found] = await executionsOf(rare.jobId);
      expect(found?.retryAt).toBeTruthy();
      return found;
    });
    const workflowId = String(row?.workflowId);
    // The ledger knows about the wait before the workflow does, and the message must end a wait.
    await eventually(async () => expect(await eventsOf(workflowId)).toContain('timerStarted'));
    await retryNow({ ownerId: rare.owner.id, jobId: rare.jobId, executionId: Number(row?.id) });
    await ends(workflowId);
    await record({ name: 'fire', workflowId });
  });

  test('an overlapping fire that an unaware job loop asks to check again', async () => {
    const job = await aLiveJob({ overlap: 'allow', cronExpression: rarely });
    const loop = temporalClient().workflow.getHandle(jobWorkflowId(job.jobId));
    const next = () =>
      fastSchedule.nextFires({ cron: rarely, timeZone: 'UTC', after: Date.now(), count: 1 })[0] ?? 0;
    const workflowId = await eventually(async () => {
      const id = fireWorkflowId({ jobId: job.jobId, scheduledFor: next() });
      await temporalClient().workflow.getHandle(id).describe();
      return id;
    });
    // All of this has to happen within the two seconds of its lead time.
    await loop.terminate();
    const message: SyncMessage = { tag: 1, epoch: 1, version: 1, isAgain: true };
    await temporalClient().workflow.signalWithStart('job', {
      workflowId: loop.workflowId,
      taskQueue: String(process.env.TEMPORAL_TASK_QUEUE),
      args: [newJobLoop({ epoch: 1, jobId: job.jobId })],
      signal: syncSignal,
      signalArgs: [message],
    });
    await eventually(async () =>
      expect(await eventsOf(workflowId)).toContain(`"signalName":"${againSignal}"`),
    );
    await updateJob({ ...job, changes: { name: 'Renamed' } });
    await ends(workflowId);
    expect(await eventsOf(workflowId)).toContain('planNextFire');
    await record({ name: 'fire-again', workflowId });
  });

  test('a notification that is delivered again', async () => {
    const job = await aLiveJob({
      ...{ path: '/fail', cronExpression: null, retryCount: 0, notificationType: 'webhook' as const },
      notificationConfig: target.url('/fail?note=again'),
    });
    await runJob({ ...job, trigger: 'manual' });
    await eventually(() => expect(target.at('/fail?note=again')).toHaveLength(2), 40_000);
    const notification = await db().notification.findFirstOrThrow({ where: { jobId: job.jobId } });
    const notificationId = Number(notification.id);
    await record({ name: 'notify', workflowId: notifyWorkflowId({ jobId: job.jobId, notificationId }) });
  });

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
