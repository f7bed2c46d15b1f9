import { readdir, readFile, writeFile } from 'node:fs/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId, runWorkflowId } from '#workflows/contract.ts';
import { aLiveJob, aWorker, eventually, executionsOf, patient } from './engine.ts';
import { often, veryOften } from './fast-schedule.ts';

// Histories of released workflow code, one per workflow and version; code that no longer replays them
// would leave running jobs stuck. RECORD_HISTORIES=<version> records the present code's.

const folder = new URL('../../histories/', import.meta.url);
const recordAs = process.env.RECORD_HISTORIES;

describe.skipIf(recordAs)('workflow code', () => {
  test('still replays what its released versions did', async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
    expect(files.length).toBeGreaterThanOrEqual(3);
    const histories = await Promise.all(
      files.map(async (file) => ({
        workflowId: file,
        history: JSON.parse(await readFile(new URL(file, folder), 'utf8')) as unknown,
      })),
    );
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

  test('a job that is edited and changes its run', async () => {
    const job = await aLiveJob({ cronExpression: veryOften });
    const workflowId = jobWorkflowId(job.jobId);
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(3));
    const { runId } = await temporalClient().workflow.getHandle(workflowId).describe();
    await updateJob({ ...job, changes: { name: 'Renamed' } });
    await eventually(async () => {
      expect((await temporalClient().workflow.getHandle(workflowId).describe()).runId).not.toBe(runId);
    }, 60_000);
    await record({ name: 'job-often', workflowId, runId });
  }, 90_000);

  test('a rare job that is woken, and fails', async () => {
    const job = await aLiveJob({ path: '/fail', retryCount: 1, cronExpression: '0 0 1 * *' });
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

  test('a run by hand that is repeated', async () => {
    const job = await aLiveJob({ path: '/fail', cronExpression: null, retryCount: 2 });
    const { executionId } = await runJob({ ...job, trigger: 'manual' });
    await eventually(async () => expect((await executionsOf(job.jobId))[0]?.outcome).toBe('failed'));
    await record({ name: 'run', workflowId: runWorkflowId({ jobId: job.jobId, epoch: 1, executionId }) });
  });
});
