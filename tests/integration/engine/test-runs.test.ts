import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { relayOnce } from '#server/engine/relay/relay.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { getTestRun } from '#server/test-runs/get-test-run.server.ts';
import { sealPart } from '#server/test-runs/sealed-parts.server.ts';
import { startTestRun } from '#server/test-runs/start-test-run.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  hasTemporal,
  patient,
  target,
} from '#tests/integration/engine/kit/engine.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { testWorkflowId } from '#workflows/contract.ts';
import { aJob, aUser } from '../makers.ts';

const aPath = (path: string) => `${path}${path.includes('?') ? '&' : '?'}test=${randomUUID()}`;

const ended = ({ ownerId, id }: { ownerId: number; id: string }) =>
  eventually(async () => {
    const run = await getTestRun({ ownerId, id });
    if (run.stage !== 'ended') throw new Error(`It is ${run.stage}.`);
    return run;
  });

describe.skipIf(!hasTemporal).concurrent('a test run', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test('calls the target of a form that was never saved, once, and shows the exchange', async () => {
    const owner = await aUser();
    const path = aPath('/wait?ms=900');
    const input = aJob({
      webhookUrl: target.url(path),
      httpMethod: 'POST',
      payload: '{"a":1}',
      retryCount: 3,
    });
    const { id } = await startTestRun({ owner, input });
    expect(['queued', 'running']).toContain((await getTestRun({ ownerId: owner.id, id })).stage);
    const out = await eventually(async () => {
      const { stage, ...run } = await getTestRun({ ownerId: owner.id, id });
      if (!('isSent' in run) || !run.isSent) throw new Error('Not sent yet.');
      return stage;
    });
    expect(out).toBe('running');
    const run = await ended({ ownerId: owner.id, id });
    expect(run.result).toMatchObject({
      ...{ isSuccess: true, errorCode: null, response: { statusCode: 200, body: 'noted' } },
    });
    expect(run.result.phases.waitMs).toBeGreaterThanOrEqual(250);
    expect(run.result.verdict).not.toBe('');
    expect(target.at(path)).toHaveLength(1);
    expect(target.at(path)[0]?.headers).toMatchObject({ 'x-punctual-trigger': 'test', 'webhook-id': id });
    expect(await db().job.count({ where: { ownerId: owner.id } })).toBe(0);
  });

  test('of a saved job does not change its history and counters, and a failure is not retried', async () => {
    const job = await aLiveJob({ path: '/fail', cronExpression: null, retryCount: 3 });
    const { id } = await startTestRun({ owner: job.owner, jobId: job.jobId });
    const run = await ended({ ownerId: job.owner.id, id });
    expect(run.result).toMatchObject({ isSuccess: false, errorCode: 'status_rejected' });
    expect(run.jobId).toBe(job.jobId);
    expect(job.arrivals()).toHaveLength(1);
    expect(await executionsOf(job.jobId)).toEqual([]);
    expect(await db().dailyStat.count({ where: { jobId: job.jobId } })).toBe(0);
    expect(await db().notification.count({ where: { jobId: job.jobId } })).toBe(0);
  });

  test('does not wait for a call of its job in flight', async () => {
    const job = await aLiveJob({ path: '/hang', timeoutSeconds: 300 });
    await eventually(() => expect(job.arrivals()).toHaveLength(1));
    const path = aPath('/ok');
    const input = aJob({ webhookUrl: target.url(path) });
    const { id } = await startTestRun({ owner: job.owner, jobId: job.jobId, input });
    await ended({ ownerId: job.owner.id, id });
    expect(target.at(path)).toHaveLength(1);
  });

  test('is stored sealed, and not shown to other accounts', async () => {
    const owner = await aUser();
    const path = aPath('/ok');
    const { id } = await startTestRun({ owner, input: aJob({ webhookUrl: target.url(path) }) });
    await ended({ ownerId: owner.id, id });
    const row = await db().testRun.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row)).not.toContain(path);
    expect(JSON.stringify(row)).not.toContain('noted');
    const stranger = await aUser();
    await expect(getTestRun({ ownerId: stranger.id, id })).rejects.toMatchObject({ type: 'not_found' });
    await expect(getTestRun({ ownerId: owner.id, id: 'nonsense' })).rejects.toMatchObject({
      type: 'not_found',
    });
    const foreign = await aLiveJob({ cronExpression: null });
    await expect(startTestRun({ owner, jobId: foreign.jobId })).rejects.toMatchObject({ type: 'not_found' });
  });

  test('whose worker died during the call reads worker_lost and is not called again', async () => {
    const owner = await aUser();
    const path = aPath('/ok');
    const id = randomUUID();
    const form = sealPart({ name: 'form', part: aJob({ webhookUrl: target.url(path) }), ownerId: owner.id });
    await db().testRun.create({
      data: { id, ownerId: owner.id, form, claimedAt: new Date(), workerId: randomUUID() },
    });
    await temporalClient().workflow.execute('test', {
      workflowId: testWorkflowId(id),
      taskQueue: String(process.env.TEMPORAL_TASK_QUEUE),
      args: [{ tag: 1, testRunId: id }],
    });
    expect(target.at(path)).toEqual([]);
    const run = await ended({ ownerId: owner.id, id });
    expect(run.result).toMatchObject({ isSuccess: false, errorCode: 'worker_lost', response: null });
  });

  test('that never reached Temporal is started by the relay', async () => {
    const owner = await aUser();
    const path = aPath('/ok');
    const id = randomUUID();
    const form = sealPart({ name: 'form', part: aJob({ webhookUrl: target.url(path) }), ownerId: owner.id });
    await db().testRun.create({ data: { id, ownerId: owner.id, form } });
    await relayOnce();
    await ended({ ownerId: owner.id, id });
    expect(target.at(path)).toHaveLength(1);
  });

  test('of a refused target is not started', async () => {
    const owner = await aUser();
    const input = aJob({ webhookUrl: 'http://169.254.169.254/latest' });
    await expect(startTestRun({ owner, input })).rejects.toMatchObject({ type: 'validation_error' });
    expect(await db().testRun.count({ where: { ownerId: owner.id } })).toBe(0);
  });
});
