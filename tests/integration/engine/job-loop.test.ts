import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  expectEachInstantOnce,
  hasTemporal,
  patient,
} from '#tests/integration/engine/kit/engine.ts';
import { often } from '#tests/integration/engine/kit/fast-schedule.ts';
import { nextRare, rare } from '#tests/integration/rare-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import {
  jobWorkflowId,
  newJobLoop,
  retrySignal,
  type SyncMessage,
  syncSignal,
  testWorkflowId,
} from '#workflows/contract.ts';

// Assumption of the job workflow: a Temporal server's treatment of a run in backoff.

const loopOf = (jobId: number) => temporalClient().workflow.getHandle(jobWorkflowId(jobId));

async function eventsOf(jobId: number): Promise<string[]> {
  const { events } = await loopOf(jobId).fetchHistory();
  return (events ?? []).map(
    (event) => Object.keys(event).find((key) => key.endsWith('EventAttributes')) ?? '',
  );
}

/** A job workflow with its next fire days away: its run waits, with only its start in the history. */
async function aBackingOffJob() {
  const job = await aLiveJob({ cronExpression: rare });
  await eventually(async () =>
    expect(await eventsOf(job.jobId)).toEqual(['workflowExecutionStartedEventAttributes']),
  );
  const { runId } = await loopOf(job.jobId).describe();
  return { ...job, runId };
}

describe.skipIf(!hasTemporal).concurrent('the job loop', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test('a rare job waits in a backoff until its lead time, and operators see what it waits for', async () => {
    const { jobId } = await aBackingOffJob();
    const { memo, typedSearchAttributes, raw } = await loopOf(jobId).describe();
    const next = new Date(String(memo?.nextFire));
    expect(memo).toMatchObject({ cron: rare, zone: 'UTC', status: 'active' });
    expect(next).toEqual(new Date(nextRare));
    const attributes = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]);
    expect(attributes).toContainEqual(['JobState', 'active']);
    expect(attributes).toContainEqual(['NextFire', next]);
    const start = Number(raw.workflowExecutionInfo?.executionTime?.seconds) * 1000;
    // Lead time: two seconds and a share of a one-second window; the server reports whole seconds.
    expect(next.getTime() - start).toBeGreaterThanOrEqual(1_000);
    expect(next.getTime() - start).toBeLessThanOrEqual(4_000);
  });

  test('the server ends a backoff within milliseconds, and never early', async () => {
    const delayMs = 3_000;
    const lateMs = await Promise.all(
      Array.from({ length: 7 }, async () => {
        // The workflow of a missing test run ends by itself; the same delays its start as that of a job workflow.
        const testRunId = randomUUID();
        const handle = await temporalClient().workflow.start('test', {
          workflowId: testWorkflowId(testRunId),
          taskQueue: String(process.env.TEMPORAL_TASK_QUEUE),
          args: [{ tag: 1, testRunId }],
          startDelay: delayMs,
        });
        await handle.result();
        const { events } = await handle.fetchHistory();
        const [begunAt = 0, wokenAt = 0] = (events ?? []).map(({ eventTime }) =>
          Math.floor(Number(eventTime?.seconds) * 1000 + Number(eventTime?.nanos) / 1e6),
        );
        return wokenAt - begunAt - delayMs;
      }),
    );
    const sorted = lateMs.sort((a, b) => a - b);
    expect(sorted[0]).toBeGreaterThanOrEqual(0);
    // The median: the machine may be busy during one of seven.
    expect(sorted[3]).toBeLessThan(250);
  });

  test('an edit wakes a job loop that waits for a month', async () => {
    const job = await aBackingOffJob();
    await updateJob({ ...job, changes: { cronExpression: often } });
    await eventually(() => expect(job.arrivals().length).toBeGreaterThanOrEqual(2));
  });

  test('an edit that does not change a distant fire leaves the woken run waiting', async () => {
    const job = await aBackingOffJob();
    await updateJob({ ...job, changes: { name: 'Another name' } });
    await eventually(async () => {
      const { runId, memo } = await loopOf(job.jobId).describe();
      expect(memo).toMatchObject({ job: 'Another name' });
      expect(runId).toBe(job.runId);
    });
  });

  test('a plain signal does not wake a run from its backoff, signalWithStart does', async () => {
    const { jobId } = await aBackingOffJob();
    const message: SyncMessage = { tag: 1, epoch: 1, version: 1, isAgain: false };
    await loopOf(jobId).signal(syncSignal, message);
    await loopOf(jobId).signal(retrySignal, 1, 1);
    expect(await eventsOf(jobId)).not.toContain('workflowTaskScheduledEventAttributes');
    await temporalClient().workflow.signalWithStart('job', {
      workflowId: jobWorkflowId(jobId),
      taskQueue: String(process.env.TEMPORAL_TASK_QUEUE),
      args: [newJobLoop({ epoch: 1, jobId })],
      signal: syncSignal,
      signalArgs: [message],
    });
    await eventually(async () =>
      expect(await eventsOf(jobId)).toContain('workflowTaskScheduledEventAttributes'),
    );
  });

  test('a cancel ends a run in a backoff', async () => {
    const { jobId } = await aBackingOffJob();
    await loopOf(jobId).cancel();
    await eventually(async () => expect((await loopOf(jobId).describe()).status.name).toBe('CANCELLED'));
  });

  test('a frequent job stays with its worker, shown as resident, and uses no Temporal task from fire to fire', async () => {
    const job = await aLiveJob();
    // The first success is reported; from then on there is nothing new.
    await eventually(async () => {
      const { memo } = await loopOf(job.jobId).describe();
      expect(memo).toMatchObject({ lastOutcome: 'success', residentSince: expect.any(String) as string });
      expect((await loopOf(job.jobId).describe()).raw.pendingActivities).toHaveLength(1);
      const [residency] = await db().residency.findMany({ where: { jobId: job.jobId } });
      expect(residency?.activityId).toBeTruthy();
    });
    const before = await loopOf(job.jobId).describe();
    const made = job.arrivals().length;
    await eventually(() => expect(job.arrivals().length).toBeGreaterThanOrEqual(made + 10), 40_000);
    const after = await loopOf(job.jobId).describe();
    // The activity of the job is open all the time, under its first number: each dispatch would be a task too.
    const [keep] = after.raw.pendingActivities ?? [];
    expect(keep).toMatchObject({ activityType: { name: 'keepJob' }, attempt: 1, lastFailure: null });
    expect(keep?.lastStartedTime).toEqual(before.raw.pendingActivities?.[0]?.lastStartedTime);
    expect([after.runId, after.historyLength]).toEqual([before.runId, before.historyLength]);
    expect(after.memo).toEqual(before.memo);
    expectEachInstantOnce(await executionsOf(job.jobId));
  }, 80_000);

  test('a job whose outcome changes with each fire continues as new after twenty reports and misses none', async () => {
    const job = await aLiveJob({ path: '/flip', retryCount: 0 });
    const { runId } = await eventually(() => loopOf(job.jobId).describe());
    const after = await eventually(async () => {
      const now = await loopOf(job.jobId).describe();
      expect(now.runId).not.toBe(runId);
      expect(job.arrivals().length).toBeGreaterThan(22);
      return now;
    }, 80_000);
    expect(after.memo).toMatchObject({ residentSince: expect.any(String) as string });
    const { events } = await temporalClient()
      .workflow.getHandle(jobWorkflowId(job.jobId), runId)
      .fetchHistory();
    const keeps = (events ?? []).filter(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'keepJob',
    );
    expect(keeps).toHaveLength(20);
    const rows = await executionsOf(job.jobId);
    expectEachInstantOnce(rows);
    // Two seconds are enough for a call to a fast target: none is skipped.
    const ended = rows.filter(({ endedAt }) => endedAt !== null);
    expect(ended.filter(({ outcome }) => outcome !== 'success' && outcome !== 'failed')).toEqual([]);
    expect(new Set(ended.map(({ outcome }) => outcome))).toEqual(new Set(['success', 'failed']));
  }, 100_000);

  test('a job loop woken for a job that no longer exists ends', async () => {
    const job = await aBackingOffJob();
    await db().job.update({
      where: { id: job.jobId },
      data: { deletedAt: new Date(), applyAfter: new Date(Date.now() + 60_000) },
    });
    await temporalClient().workflow.signalWithStart('job', {
      workflowId: jobWorkflowId(job.jobId),
      taskQueue: String(process.env.TEMPORAL_TASK_QUEUE),
      args: [newJobLoop({ epoch: 1, jobId: job.jobId })],
      signal: syncSignal,
      signalArgs: [{ tag: 1, epoch: 1, version: 9, isAgain: false } satisfies SyncMessage],
    });
    await eventually(async () => expect((await loopOf(job.jobId).describe()).status.name).toBe('COMPLETED'));
  });
});
