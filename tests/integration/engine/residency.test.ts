import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { reconcileJobs } from '#server/engine/rescue/reconcile-jobs.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import {
  aLiveJob,
  aWorker,
  calledFor,
  eventually,
  executionsOf,
  expectEachInstantOnce,
  hasTemporal,
  type LiveJob,
  someLiveJobs,
  untilCalled,
} from '#tests/integration/engine/kit/engine.ts';
import { holderOf, residentsByWorker } from '#tests/integration/engine/kit/residency.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

const patientMs = 45_000;

// The table of residencies is only a hint about who holds a job: it may be deleted, and Temporal's workflow may end.

const running: RunningWorker[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
  await db().job.deleteMany();
});

/** Throws unless each instant since the first call has its call, on time and once. */
async function expectNothingLost(jobs: LiveJob[]) {
  for (const job of jobs) {
    const [first = 0] = calledFor(job);
    const rows = (await executionsOf(job.jobId)).filter(
      ({ endedAt, scheduledFor }) => endedAt !== null && Number(scheduledFor) >= first,
    );
    expectEachInstantOnce(rows);
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['success']));
    expect(new Set(calledFor(job)).size).toBe(job.arrivals().length);
  }
}

const loopOf = (jobId: number) => temporalClient().workflow.getHandle(jobWorkflowId(jobId));

describe.skipIf(!hasTemporal)('the table of residencies', () => {
  test('deleted under live jobs costs no fire, and is written again within a minute and a half', async () => {
    running.push(await aWorker());
    const jobs = await someLiveJobs(20, { withinMs: patientMs });
    const before = await residentsByWorker();
    expect(Object.values(before)).toEqual([20]);
    await db().residency.deleteMany();
    expect(await residentsByWorker()).toEqual({});
    const deletedAt = Date.now();
    await eventually(async () => expect(await residentsByWorker()).toEqual(before), 90_000);
    await untilCalled(jobs, { since: Math.max(Date.now(), deletedAt + 10_000), withinMs: patientMs });
    await expectNothingLost(jobs);
  }, 150_000);

  test('deleted while no worker runs delays the fires by 25 s at most after one starts', async () => {
    const first = await aWorker();
    const jobs = await someLiveJobs(20, { withinMs: patientMs });
    await first.stop();
    await db().residency.deleteMany();
    // Fires are overdue by then: the first look finds them.
    await sleep(16_000);
    const startedAt = Date.now();
    running.push(await aWorker());
    await untilCalled(jobs, { since: startedAt, withinMs: patientMs });
    const firstCalls = jobs.map((job) => job.arrivals().find(({ at }) => at > startedAt)?.at ?? Infinity);
    expect(Math.max(...firstCalls) - startedAt).toBeLessThan(25_000);
    for (const job of jobs) {
      expectEachInstantOnce(await executionsOf(job.jobId));
      expect(new Set(calledFor(job)).size).toBe(job.arrivals().length);
    }
    expect(Object.values(await residentsByWorker())).toEqual([20]);
  }, 120_000);
});

describe.skipIf(!hasTemporal)('a workflow terminated in the Temporal Web UI', () => {
  test('costs its resident job no fire, and a new one is open after the next report', async () => {
    running.push(await aWorker());
    // Each fire changes its outcome: each is reported.
    const job = await aLiveJob({ path: '/flip', retryCount: 0 });
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(1));
    const { runId } = await loopOf(job.jobId).describe();
    await loopOf(job.jobId).terminate();
    const terminatedAt = Date.now();
    await eventually(async () => {
      const now = await loopOf(job.jobId).describe();
      expect(now.status.name).toBe('RUNNING');
      expect(now.runId).not.toBe(runId);
      expect(now.memo).toMatchObject({ residentSince: expect.any(String) as string });
    });
    await untilCalled([job], { since: terminatedAt + 4_000, withinMs: patientMs });
    const rows = (await executionsOf(job.jobId)).filter(
      ({ endedAt, scheduledFor }) => endedAt !== null && Number(scheduledFor) > terminatedAt,
    );
    expectEachInstantOnce(rows);
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['success', 'failed']));
    expect(new Set(calledFor(job)).size).toBe(job.arrivals().length);
  }, 60_000);

  test('comes back by the reconciliation for a job with nothing to report, which stays with its worker', async () => {
    running.push(await aWorker());
    const [job] = await someLiveJobs(1, { withinMs: patientMs });
    if (!job) throw new Error('There is no job.');
    const { jobId } = job;
    await eventually(async () =>
      expect((await loopOf(jobId).describe()).memo).toMatchObject({ lastOutcome: 'success' }),
    );
    const holder = await holderOf(jobId);
    const { runId } = await loopOf(jobId).describe();
    await loopOf(jobId).terminate();
    const terminatedAt = Date.now();
    await untilCalled([job], { since: terminatedAt + 2_000, withinMs: patientMs });
    expect((await loopOf(jobId).describe()).status.name).toBe('TERMINATED');
    // Applied more than a minute ago: Temporal's list is complete by then.
    await db().job.update({ where: { id: jobId }, data: { applyAfter: new Date(Date.now() - 120_000) } });
    await eventually(async () => {
      await reconcileJobs({ isStopping: () => false });
      const now = await loopOf(jobId).describe();
      expect(now.status.name).toBe('RUNNING');
      expect(now.runId).not.toBe(runId);
      expect(now.memo).toMatchObject({ residentSince: expect.any(String) as string });
    });
    expect(await holderOf(jobId)).toBe(holder);
    await untilCalled([job], { since: Date.now(), withinMs: patientMs });
    await expectNothingLost([job]);
  }, 60_000);
});
