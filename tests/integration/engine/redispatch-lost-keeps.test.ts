import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { workerIdentity } from '#server/engine/rescue/redispatch-keeps-of.server.ts';
import { redispatchLostKeeps } from '#server/engine/rescue/redispatch-lost-keeps.server.ts';
import { claimFires } from '#server/executions/claiming/claim-fires.server.ts';
import { rescueLostWorkers } from '#server/executions/leases/rescue-lost-workers.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  hasTemporal,
} from '#tests/integration/engine/kit/engine.ts';
import { fastSchedule, rarely, scheduleWith } from '#tests/integration/engine/kit/fast-schedule.ts';
import { dispatchOf, loseNext } from '#tests/integration/engine/kit/lost-keeps.ts';
import { holderOf } from '#tests/integration/engine/kit/residency.ts';
import { aWorker as aWorkerOfTheLedger, loseLease } from '#tests/integration/ledger/kit.ts';
import { rescueLost } from '#worker/background/rescue-lost.ts';
import type { RunningWorker } from '#worker/start-worker.ts';

const running: RunningWorker[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
});

/** A worker that claims the next fire of a job and is gone with the call out: the ledger lets the call be repeated. */
async function claimAndDie(jobId: number): Promise<{ scheduledFor: number }> {
  const { nextRunAt } = await db().jobState.findUniqueOrThrow({ where: { jobId } });
  const scheduledFor = nextRunAt?.getTime() ?? 0;
  const workerId = await aWorkerOfTheLedger();
  await sleep(scheduledFor - 300 - Date.now());
  const [claim] = await claimFires({
    workerId,
    now: Date.now(),
    fires: [{ jobId, scheduledFor }],
    schedule: fastSchedule,
    admit: () => true,
  });
  expect(claim).toMatchObject({ kind: 'call' });
  await loseLease(workerId);
  await rescueLostWorkers({ now: Date.now() });
  return { scheduledFor };
}

/** Looks for lost jobs until a fire of a job has succeeded: that of an instant, else the second one. */
function redispatchedFire(jobId: number, { scheduledFor }: { scheduledFor?: number } = {}) {
  return eventually(async () => {
    await redispatchLostKeeps({ overdueMs: 1_000, silentMs: 1_000 });
    const rows = await executionsOf(jobId);
    const row = scheduledFor ? rows.find((one) => one.scheduledFor?.getTime() === scheduledFor) : rows[1];
    expect(row?.outcome).toBe('success');
    return row;
  });
}

describe.skipIf(!hasTemporal)('a job that was lost on its way to a worker', () => {
  test('is dispatched again soon after its next instant, and called once', async () => {
    const first = await aWorker();
    const job = await aLiveJob({ cronExpression: rarely });
    // From its first claim on the ledger goes by the quick schedule of these tests.
    await eventually(() => expect(job.arrivals()).toHaveLength(1));
    // Its success is reported: the next keepJob counts.
    const since = Number(job.arrivals()[0]?.at);
    await eventually(async () => expect(await dispatchOf(job.jobId, { since })).toBe(1));
    await loseNext({ after: first, jobId: job.jobId });
    await redispatchLostKeeps({ overdueMs: 0, silentMs: 0 });
    expect(await dispatchOf(job.jobId, { since }), 'before its instant it is left alone').toBe(2);
    running.push(await aWorker());
    const fire = await redispatchedFire(job.jobId);
    // By Temporal's own timeout it comes half an hour late.
    expect(fire?.latenessMs).toBeLessThan(8_000);
    expect(job.arrivals()).toHaveLength(2);
  }, 90_000);

  test('is dispatched again where its call is to be repeated, as its first worker was lost with it', async () => {
    const first = await aWorker();
    const job = await aLiveJob({ cronExpression: rarely, retryCount: 1 });
    await eventually(() => expect(job.arrivals()).toHaveLength(1));
    const since = Number(job.arrivals()[0]?.at);
    await eventually(async () => expect(await dispatchOf(job.jobId, { since })).toBe(1));
    await loseNext({ after: first, jobId: job.jobId });
    const claimed = await claimAndDie(job.jobId);
    running.push(await aWorker());
    const fire = await redispatchedFire(job.jobId, claimed);
    expect(fire?.attempts.map(({ errorCode }) => errorCode)).toEqual(['worker_lost', null]);
    // By Temporal's own timeout it comes half an hour late.
    expect(Number(fire?.endedAt) - Number(fire?.scheduledFor)).toBeLessThan(8_000);
  }, 90_000);

  test('is told apart from one with a call that is out, and from one that a worker holds', async () => {
    running.push(await aWorker());
    const calling = await aLiveJob({ path: '/hang', cronExpression: rarely, timeoutSeconds: 300 });
    const held = await aLiveJob({ cronExpression: rarely });
    await eventually(() => {
      expect(calling.arrivals()).toHaveLength(1);
      expect(held.arrivals()).toHaveLength(1);
    });
    const since = Number(held.arrivals()[0]?.at);
    await eventually(async () => expect(await dispatchOf(held.jobId, { since })).toBe(1));
    await db().residency.delete({ where: { jobId: calling.jobId } });
    const nextRunAt = new Date(Date.now() - 60_000);
    const jobId = { in: [calling.jobId, held.jobId] };
    await db().jobState.updateMany({ where: { jobId }, data: { nextRunAt } });
    await redispatchLostKeeps({ overdueMs: 0, silentMs: 0 });
    await sleep(2_000);
    expect(await holderOf(held.jobId)).toBeTruthy();
    expect([await dispatchOf(calling.jobId), await dispatchOf(held.jobId)]).toEqual([1, 1]);
    expect(calling.arrivals()).toHaveLength(1);
  }, 60_000);
});

test.skipIf(!hasTemporal)(
  'a job that a lost worker had received, but not claimed, is with another one before its instant',
  async () => {
    const cron = '7 7 7 7 *';
    const at = Date.now() + 30_000;
    const schedule = scheduleWith({ cron, at });
    const first = await aWorker({ schedule });
    const job = await aLiveJob({ cronExpression: cron });
    // The save has named next July.
    await db().jobState.update({ where: { jobId: job.jobId }, data: { nextRunAt: new Date(at) } });
    await eventually(async () => expect(await dispatchOf(job.jobId)).toBe(1));
    const workerId = await aWorkerOfTheLedger();
    await loseNext({ after: first, jobId: job.jobId, identity: workerIdentity(workerId) });
    running.push(await aWorker({ schedule }));
    // The lease ends a second before that call, and has to be over after the dispatch of the job.
    await sleep(1_500);
    await loseLease(workerId);
    await rescueLost();
    await eventually(async () => expect(await holderOf(job.jobId)).toBeTruthy());
    expect(await dispatchOf(job.jobId)).toBe(3);
    expect(Date.now()).toBeLessThan(at);
    await eventually(() => expect(job.arrivals()).toHaveLength(1), 35_000);
    // The look for overdue fires would bring it 15 to 20 seconds late.
    expect(job.arrivals()[0]?.at).toBeLessThan(at + 3_000);
  },
  90_000,
);
