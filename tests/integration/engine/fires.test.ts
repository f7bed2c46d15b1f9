import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { engineHealth } from '#server/engine/engine-health.server.ts';
import { watchOnce } from '#server/engine/rescue/watchdog.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
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
import { jobWorkflowId } from '#workflows/contract.ts';

describe.skipIf(!hasTemporal).concurrent('a worker executes jobs', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test('a saved job is called at its scheduled times, never early, and each fire is recorded with its lateness', async () => {
    const job = await aLiveJob();
    await eventually(async () => {
      const rows = await executionsOf(job.jobId);
      expect(rows.filter(({ outcome }) => outcome === 'success').length).toBeGreaterThanOrEqual(2);
    });
    const rows = await executionsOf(job.jobId);
    expect(Number(rows[1]?.scheduledFor) - Number(rows[0]?.scheduledFor)).toBe(2000);
    // On a busy machine the job may reach the worker only after its first instant.
    const first = rows.find(({ outcome }) => outcome !== 'missed');
    expect(first).toMatchObject({
      outcome: 'success',
      statusCode: 200,
      attemptCount: 1,
    });
    expect(rows.map(({ trigger }) => trigger)).toContain('schedule');
    for (const arrival of job.arrivals()) {
      const scheduledFor = Date.parse(String(arrival.headers['x-punctual-scheduled-for']));
      expect(arrival.at).toBeGreaterThanOrEqual(scheduledFor);
    }
    expect(first?.latenessMs).toBeGreaterThanOrEqual(0);
    expect(await engineHealth()).toEqual({ temporal: true, worker: true });
  });

  test('a paused job is no longer called, and its job workflow stays open', async () => {
    const job = await aLiveJob();
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(0));
    await setJobStatus({ ...job, status: 'paused' });
    const pausedAt = Date.now();
    // Another job that keeps firing proves that further fires were due meanwhile.
    const other = await aLiveJob();
    await eventually(() => expect(other.arrivals().length).toBeGreaterThanOrEqual(2));
    expect(job.arrivals().filter(({ at }) => at > pausedAt + 1000)).toEqual([]);
    const rows = await executionsOf(job.jobId);
    expect(rows.filter(({ scheduledFor }) => Number(scheduledFor) > pausedAt + 1000)).toEqual([]);
    const { status } = await temporalClient().workflow.getHandle(jobWorkflowId(job.jobId)).describe();
    expect(status.name).toBe('RUNNING');
  });

  test('calls the edited job if it was edited while its fire was held', async () => {
    const job = await aLiveJob();
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(0));
    const newPath = `${job.path}&version=2`;
    await updateJob({ ...job, changes: { webhookUrl: target.url(newPath) } });
    const editedAt = Date.now();
    await eventually(() => expect(target.at(newPath).length).toBeGreaterThanOrEqual(2));
    expect(job.arrivals().filter(({ at }) => at > editedAt + 500)).toEqual([]);
    const rows = await executionsOf(job.jobId);
    expect(rows.at(-1)?.jobVersion).toBe(2);
  });

  test('a deleted job loses its workflow and its rows', async () => {
    const job = await aLiveJob();
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(0));
    await deleteJob(job);
    await eventually(async () => expect(await db().job.findUnique({ where: { id: job.jobId } })).toBeNull());
    expect(await executionsOf(job.jobId)).toEqual([]);
    await eventually(async () => {
      const { status } = await temporalClient().workflow.getHandle(jobWorkflowId(job.jobId)).describe();
      expect(['CANCELLED', 'COMPLETED']).toContain(status.name);
    });
  });

  test('a delete aborts a call in flight', async () => {
    const job = await aLiveJob({ path: '/hang', timeoutSeconds: 300 });
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(0));
    await deleteJob(job);
    await eventually(async () => expect(await db().job.findUnique({ where: { id: job.jobId } })).toBeNull());
  });

  test('a requested run is made once, at once', async () => {
    const job = await aLiveJob({ cronExpression: null });
    const { executionId } = await runJob({ ...job, trigger: 'manual' });
    await eventually(async () => {
      const row = await db().execution.findUniqueOrThrow({ where: { id: executionId } });
      expect(row).toMatchObject({ outcome: 'success', trigger: 'manual', scheduledFor: null });
    });
    expect(job.arrivals()).toHaveLength(1);
  });

  test('a failing call is retried as often as the job says, under one id', async () => {
    const job = await aLiveJob({ path: '/fail', retryCount: 2, cronExpression: null });
    const { executionId } = await runJob({ ...job, trigger: 'manual' });
    await eventually(async () => {
      const row = await db().execution.findUniqueOrThrow({ where: { id: executionId } });
      expect(row).toMatchObject({ outcome: 'failed', attemptCount: 3, statusCode: 500 });
    });
    expect(job.arrivals().map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(new Set(job.arrivals().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('an attempt whose workflow was terminated is made by a new one', async () => {
    const job = await aLiveJob({ path: '/fail?retry=3600000', retryCount: 1, cronExpression: null });
    const { executionId } = await runJob({ ...job, trigger: 'manual' });
    const { workflowId } = await eventually(async () => {
      const row = await db().execution.findUniqueOrThrow({ where: { id: executionId } });
      expect(row.retryAt).not.toBeNull();
      return row;
    });
    await temporalClient().workflow.getHandle(String(workflowId)).terminate();
    const retryAt = new Date(Date.now() - 120_000);
    await db().execution.update({ where: { id: executionId }, data: { retryAt } });
    await watchOnce();
    await eventually(async () => {
      const row = await db().execution.findUniqueOrThrow({ where: { id: executionId } });
      expect(row).toMatchObject({ outcome: 'failed', attemptCount: 2 });
    });
    expect(job.arrivals().map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  test('attempts left when the next fire is due are not made', async () => {
    const job = await aLiveJob({ path: '/fail?retry=900', retryCount: 9 });
    const superseded = await eventually(async () => {
      const found = (await executionsOf(job.jobId)).find(({ outcome }) => outcome === 'superseded');
      expect(found).toBeDefined();
      return found;
    });
    expect(superseded?.attemptCount).toBeLessThan(10);
    const nextFire = Number(superseded?.scheduledFor) + 2000;
    const late = superseded?.attempts.filter(({ startedAt }) => Number(startedAt) >= nextFire);
    expect(late).toEqual([]);
  });

  test('a call still in flight at the next fire makes that fire skipped', async () => {
    const job = await aLiveJob({ path: '/hang', timeoutSeconds: 4, retryCount: 0 });
    await eventually(async () => {
      const rows = await executionsOf(job.jobId);
      expect(rows.map(({ outcome }) => outcome)).toContain('skipped');
      expect(rows.map(({ errorCode }) => errorCode)).toContain('timeout');
    });
    const rows = await executionsOf(job.jobId);
    expect(rows.find(({ outcome }) => outcome === 'skipped')?.reason).toBe('overlap');
  });
});
