import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
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
import { rarely } from '#tests/integration/engine/kit/fast-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

// Outcome of a fire while a call of its job is in flight.

const statusOf = async (workflowId: string) =>
  (await temporalClient().workflow.getHandle(workflowId).describe()).status.name;

const residenciesOf = (jobId: number) => db().residency.findMany({ where: { jobId } });

/**
 * Rows other than a success or the policy's outcome for a fire whose claim pass came only after the next one was due:
 * on a busy machine, the two seconds between fires are enough for that.
 */
const unlikeLate = (rows: Awaited<ReturnType<typeof executionsOf>>) =>
  rows.filter(
    ({ outcome, endedAt, scheduledFor }) =>
      outcome !== 'success' && !(outcome === 'missed' && Number(endedAt) - Number(scheduledFor) >= 2_000),
  );

describe.skipIf(!hasTemporal).concurrent('overlapping fires', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test('a job that allows overlap is called at each instant, whatever is still in flight', async () => {
    const job = await aLiveJob({ path: '/hang', timeoutSeconds: 7, retryCount: 0, overlap: 'allow' });
    const rows = await eventually(async () => {
      const found = await executionsOf(job.jobId);
      expect(found.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThanOrEqual(2);
      return found;
    });
    const beside = rows.filter((row, index) => Number(row.startedAt) < Number(rows[index - 1]?.endedAt));
    expect(beside.length).toBeGreaterThan(0);
    const instants = rows.map(({ scheduledFor }) => Number(scheduledFor));
    expect(new Set(instants.slice(1).map((at, index) => at - Number(instants[index])))).toEqual(
      new Set([2000]),
    );
    expect(rows.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
    // One worker makes them all, without a workflow for each.
    const [resident] = await residenciesOf(job.jobId);
    expect(resident?.workerId).toBeTruthy();
    const called = rows.filter(({ startedAt }) => startedAt !== null);
    expect(new Set(called.map(({ workerId }) => workerId))).toEqual(new Set([resident?.workerId]));
    expect(new Set(called.map(({ workflowId }) => workflowId))).toEqual(new Set([null]));
  });

  test('a frequent job that allows overlap continues as new when its outcome changes often, and each instant has its row', async () => {
    const job = await aLiveJob({ overlap: 'allow', path: '/flip', retryCount: 0 });
    const loop = temporalClient().workflow.getHandle(jobWorkflowId(job.jobId));
    const { runId } = await eventually(() => loop.describe());
    await eventually(async () => {
      expect((await loop.describe()).runId).not.toBe(runId);
      expect(job.arrivals().length).toBeGreaterThan(22);
    }, 80_000);
    const rows = (await executionsOf(job.jobId)).filter(({ endedAt }) => endedAt !== null);
    const instants = rows.map(({ scheduledFor }) => Number(scheduledFor));
    expect(new Set(instants.slice(1).map((at, index) => at - Number(instants[index])))).toEqual(
      new Set([2000]),
    );
    expect(unlikeLate(rows.filter(({ outcome }) => outcome !== 'failed'))).toEqual([]);
  }, 100_000);

  test('calls the edited job if it was edited while its fire was held, and a pause ends its residency', async () => {
    const job = await aLiveJob({ overlap: 'allow' });
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(0));
    const newPath = `${job.path}&version=2`;
    await updateJob({ ...job, changes: { webhookUrl: target.url(newPath) } });
    const editedAt = Date.now();
    await eventually(() => expect(target.at(newPath).length).toBeGreaterThanOrEqual(2));
    expect(job.arrivals().filter(({ at }) => at > editedAt + 500)).toEqual([]);
    await setJobStatus({ ...job, status: 'paused' });
    const pausedAt = Date.now();
    await eventually(async () => expect(await residenciesOf(job.jobId)).toEqual([]));
    expect(target.at(newPath).filter(({ at }) => at > pausedAt + 1000)).toEqual([]);
    const rows = await executionsOf(job.jobId);
    const instants = rows.map(({ scheduledFor }) => Number(scheduledFor));
    expect(new Set(instants.slice(1).map((at, index) => at - Number(instants[index])))).toEqual(
      new Set([2000]),
    );
  });

  test('a delete cuts off a call in flight and ends the workflow and the residency of its job', async () => {
    const job = await aLiveJob({
      ...{ path: '/hang', timeoutSeconds: 300, overlap: 'allow' as const, cronExpression: rarely },
    });
    await eventually(async () => {
      const [row] = await executionsOf(job.jobId);
      expect(row?.claimedAt).toBeTruthy();
      expect(job.arrivals()).toHaveLength(1);
    });
    await deleteJob(job);
    await eventually(async () => expect(await db().job.findUnique({ where: { id: job.jobId } })).toBeNull());
    await eventually(async () => {
      expect(['CANCELLED', 'COMPLETED']).toContain(await statusOf(jobWorkflowId(job.jobId)));
      expect(await residenciesOf(job.jobId)).toEqual([]);
      // With overlap allowed, only the cut call could have kept its connection.
      expect(target.open(job.path)).toBe(0);
    });
    const made = job.arrivals().length;
    await sleep(16_000);
    expect(job.arrivals()).toHaveLength(made);
  });

  test('a job that queues overlapping fires runs them one after another, each as soon as the call before it has ended', async () => {
    const job = await aLiveJob({ path: '/wait?ms=3000', overlap: 'queue', retryCount: 0 });
    const rows = await eventually(async () => {
      const found = await executionsOf(job.jobId);
      expect(found.filter(({ outcome }) => outcome === 'success').length).toBeGreaterThanOrEqual(4);
      return found;
    }, 40_000);
    const made = rows.filter(({ outcome }) => outcome === 'success');
    const gaps = made.slice(1).map((row, index) => Number(row.startedAt) - Number(made[index]?.endedAt));
    // Never concurrent; an always late job waits for no second to pass.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
    expect(Math.min(...gaps)).toBeLessThan(900);
    expect(made.slice(1).every(({ latenessMs }) => (latenessMs ?? 0) > 500)).toBe(true);
    // One waits, the next one is skipped, and each instant has its row: the next fire is held while one waits.
    expect(rows.filter(({ reason }) => reason === 'overlap').length).toBeGreaterThan(0);
    const ended = rows.filter(({ endedAt }) => endedAt !== null);
    expect(unlikeLate(ended.filter(({ reason }) => reason !== 'overlap'))).toEqual([]);
    const instants = rows.map(({ scheduledFor }) => Number(scheduledFor));
    expect(new Set(instants.slice(1).map((at, index) => at - Number(instants[index])))).toEqual(
      new Set([2000]),
    );
  }, 60_000);
});
