import { setTimeout as sleep } from 'node:timers/promises';
import { tsToMs } from '@temporalio/common/lib/time';
import { afterAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import {
  aWorker,
  eventually,
  executionsOf,
  hasTemporal,
  killTemporal,
  patient,
  target,
} from '#tests/integration/engine/kit/engine-on-disk.ts';
import { scheduleWith } from '#tests/integration/engine/kit/fast-schedule.ts';
import { holderOf } from '#tests/integration/engine/kit/residency.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflow, jobWorkflowId, newJobLoop } from '#workflows/contract.ts';

// A job workflow backs off to a fire at least 65 minutes away: too long for a test. Its start is delayed by the same
// mechanism of the server, which treats a run that continues as new in the same way.

const cron = '7 7 7 7 *';
const backoffMs = 25_000;
const leadMs = 3_000;

let worker: RunningWorker | undefined;
afterAll(() => worker?.stop());

/** Delay of the only run of a workflow, if nothing has happened in it so far. */
async function onlyStartOf(jobId: number) {
  const loop = temporalClient().workflow.getHandle(jobWorkflowId(jobId));
  const { events } = await loop.fetchHistory();
  expect(events).toHaveLength(1);
  const start = events?.[0]?.workflowExecutionStartedEventAttributes;
  return { runId: start?.originalExecutionRunId, backoffMs: tsToMs(start?.firstWorkflowTaskBackoff) };
}

/** A job that Temporal knows already, with its workflow in a backoff until shortly before its only instant. */
async function aBackingOffJob(at: number) {
  const path = '/ok?backoff';
  const { id: jobId } = await aSavedJob({ cronExpression: cron, webhookUrl: target.url(path) });
  await db().job.update({ where: { id: jobId }, data: { appliedVersion: 1 } });
  // The save has named next July.
  await db().jobState.update({ where: { jobId }, data: { nextRunAt: new Date(at) } });
  await temporalClient().workflow.start(jobWorkflow, {
    workflowId: jobWorkflowId(jobId),
    taskQueue: String(process.env.TEMPORAL_TASK_QUEUE),
    args: [newJobLoop({ epoch: 1, jobId })],
    startDelay: at - leadMs - Date.now(),
  });
  return { jobId, arrivals: () => target.at(path) };
}

describe.skipIf(!hasTemporal)('a job loop in a backoff', patient, () => {
  test('fires on time and once, although the server was killed with kill -9 meanwhile', async () => {
    const at = Date.now() + backoffMs + leadMs;
    const job = await aBackingOffJob(at);
    worker = await aWorker({ schedule: scheduleWith({ cron, at }) });
    const before = await onlyStartOf(job.jobId);
    expect(before.backoffMs).toBeGreaterThan(backoffMs / 2);

    await killTemporal();
    const after = await eventually(() => onlyStartOf(job.jobId));
    expect(after).toEqual(before);
    expect(await holderOf(job.jobId)).toBeUndefined();

    await eventually(() => expect(job.arrivals()).toHaveLength(1), 45_000);
    const lateMs = Number(job.arrivals()[0]?.at) - at;
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(3_000);

    // Everything that might call again has ended: no worker holds the job.
    await eventually(async () => expect(await holderOf(job.jobId)).toBeUndefined());
    await sleep(1_000);
    expect(job.arrivals()).toHaveLength(1);
    expect(await executionsOf(job.jobId)).toMatchObject([
      { outcome: 'success', trigger: 'schedule', attemptCount: 1, scheduledFor: new Date(at) },
    ]);
  }, 100_000);
});
