import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { workerIdentity } from '#server/engine/rescue/redispatch-holds.server.ts';
import { renewLostDeliveries } from '#server/engine/rescue/redispatch-lost-fires.server.ts';
import { claimFires } from '#server/executions/claiming/claim-fires.server.ts';
import { rescueLostWorkers } from '#server/executions/leases/rescue-lost-workers.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  hasTemporal,
} from '#tests/integration/engine/kit/engine.ts';
import { attemptHeld, fireOf, loseNext } from '#tests/integration/engine/kit/lost-fires.ts';
import { fastSchedule, rarely, scheduleWith } from '#tests/integration/engine/kit/fast-schedule.ts';
import { aWorker as aWorkerOfTheLedger, loseLease } from '#tests/integration/ledger/kit.ts';
import { rescueLost } from '#worker/background/rescue-lost.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

const running: RunningWorker[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
});

/** A worker that claims the next fire of a job and is gone with the call out: the ledger lets the call be repeated. */
async function claimAndDie(jobId: number): Promise<{ scheduledFor: number }> {
  const { nextRunAt } = await db().jobState.findUniqueOrThrow({ where: { jobId } });
  const scheduledFor = nextRunAt?.getTime() ?? 0;
  const { fire, runId } = await fireOf(jobId);
  const ref = { workflowId: jobWorkflowId(jobId), runId, activityId: fire?.activityId ?? '' };
  const workerId = await aWorkerOfTheLedger();
  await sleep(scheduledFor - 300 - Date.now());
  const [claim] = await claimFires({
    workerId,
    now: Date.now(),
    fires: [{ jobId, scheduledFor, ...ref }],
    schedule: fastSchedule,
    admit: () => true,
  });
  expect(claim).toMatchObject({ kind: 'call' });
  await loseLease(workerId);
  await rescueLostWorkers({ now: Date.now() });
  return { scheduledFor };
}

/** Looks for lost deliveries until a fire of a job has succeeded: that of an instant, else the second one. */
function renewedFire(jobId: number, { scheduledFor }: { scheduledFor?: number } = {}) {
  return eventually(async () => {
    await renewLostDeliveries({ overdueMs: 1_000, silentMs: 1_000 });
    const rows = await executionsOf(jobId);
    const row = scheduledFor ? rows.find((one) => one.scheduledFor?.getTime() === scheduledFor) : rows[1];
    expect(row?.outcome).toBe('success');
    return row;
  });
}

describe.skipIf(!hasTemporal)('a fire that was lost on its way to a worker', () => {
  test('is handed out again soon after its instant, and called once', async () => {
    const first = await aWorker();
    const job = await aLiveJob({ cronExpression: rarely });
    // From its first claim on the ledger goes by the quick schedule of these tests.
    await eventually(() => expect(job.arrivals()).toHaveLength(1));
    // The result of that one may still be on its way: the next one counts.
    const since = Date.now();
    await eventually(async () => expect(await attemptHeld(job.jobId, { since })).toBe(1));
    await renewLostDeliveries({ overdueMs: 0, silentMs: 0 });
    expect(await attemptHeld(job.jobId, { since }), 'before its instant it is left alone').toBe(1);
    await loseNext({ after: first, jobId: job.jobId });
    running.push(await aWorker());
    const fire = await renewedFire(job.jobId);
    // By Temporal's own timeout it comes 12 seconds late.
    expect(fire?.latenessMs).toBeLessThan(8_000);
    expect(job.arrivals()).toHaveLength(2);
  }, 90_000);

  test('is handed out again where its call is to be repeated, as its first worker was lost with it', async () => {
    const first = await aWorker();
    const job = await aLiveJob({ cronExpression: rarely, retryCount: 1 });
    await eventually(() => expect(job.arrivals()).toHaveLength(1));
    const since = Date.now();
    await eventually(async () => expect(await attemptHeld(job.jobId, { since })).toBe(1));
    await loseNext({ after: first, jobId: job.jobId });
    const claimed = await claimAndDie(job.jobId);
    running.push(await aWorker());
    const fire = await renewedFire(job.jobId, claimed);
    expect(fire?.attempts.map(({ errorCode }) => errorCode)).toEqual(['worker_lost', null]);
    // By Temporal's own timeout it comes 12 seconds late.
    expect(Number(fire?.endedAt) - Number(fire?.scheduledFor)).toBeLessThan(8_000);
  }, 90_000);

  test('is told apart from a call that is out', async () => {
    running.push(await aWorker());
    const job = await aLiveJob({ path: '/hang', cronExpression: rarely, timeoutSeconds: 300 });
    await eventually(() => expect(job.arrivals()).toHaveLength(1));
    const nextRunAt = new Date(Date.now() - 60_000);
    await db().jobState.update({ where: { jobId: job.jobId }, data: { nextRunAt } });
    await renewLostDeliveries({ overdueMs: 0, silentMs: 0 });
    await sleep(2_000);
    expect(await attemptHeld(job.jobId)).toBe(1);
    expect(job.arrivals()).toHaveLength(1);
  }, 60_000);
});

test.skipIf(!hasTemporal)(
  'a fire that a lost worker held is with another one before its instant',
  async () => {
    const cron = '7 7 7 7 *';
    const at = Date.now() + 30_000;
    const schedule = scheduleWith({ cron, at });
    const first = await aWorker({ schedule });
    const job = await aLiveJob({ cronExpression: cron });
    // The save has named next July.
    await db().jobState.update({ where: { jobId: job.jobId }, data: { nextRunAt: new Date(at) } });
    await eventually(async () => expect(await attemptHeld(job.jobId)).toBe(1));
    const workerId = await aWorkerOfTheLedger();
    await loseNext({ after: first, jobId: job.jobId, identity: workerIdentity(workerId) });
    running.push(await aWorker({ schedule }));
    // The lease ends a second before that call, and has to be over after the dispatch of the fire.
    await sleep(1_500);

    // Workers of other files share the database but not this Temporal: one of them may settle the lost worker first.
    await eventually(async () => {
      await db().worker.update({ where: { id: workerId }, data: { settledAt: null } });
      await loseLease(workerId);
      await rescueLost();
      await sleep(1_500);
      expect(await attemptHeld(job.jobId)).toBeGreaterThan(2);
    });
    expect(Date.now()).toBeLessThan(at);
    await eventually(() => expect(job.arrivals()).toHaveLength(1));
    // By Temporal's own timeout it comes 11 seconds late.
    expect(job.arrivals()[0]?.at).toBeLessThan(at + 3_000);
  },
  90_000,
);
