import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import {
  aLiveJob,
  aWorker,
  calledFor,
  eventually,
  executionsOf,
  expectEachInstantOnce,
  hasTemporal,
  someLiveJobs,
  target,
} from '#tests/integration/engine/kit/engine.ts';
import { nextOf, rarely, seldom } from '#tests/integration/engine/kit/fast-schedule.ts';
import { holderOf, residentsByWorker } from '#tests/integration/engine/kit/residency.ts';
import { aWorkerProcess, killWorkers } from '#tests/integration/engine/kit/worker-processes.ts';
import type { RunningWorker } from '#worker/start-worker.ts';

// kill -9 of a worker: unclaimed fires run, claimed ones count as made.

const running: RunningWorker[] = [];
afterEach(async () => {
  killWorkers();
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
  await db().job.deleteMany();
});

describe.skipIf(!hasTemporal)('another worker takes over from one that was killed', () => {
  test('a claimed call counts as lost: retried if attempts remain, unknown if not; a held fire runs', async () => {
    const first = await aWorkerProcess();
    const repeated = await aLiveJob({
      path: '/hang',
      cronExpression: null,
      retryCount: 1,
      timeoutSeconds: 300,
    });
    const once = await aLiveJob({ path: '/hang', cronExpression: null, retryCount: 0, timeoutSeconds: 300 });
    const held = await aLiveJob({ cronExpression: rarely });
    const [repeatedRun, onceRun] = await Promise.all([
      runJob({ ...repeated, trigger: 'manual' }),
      runJob({ ...once, trigger: 'manual' }),
    ]);
    await eventually(async () => {
      expect([repeated.arrivals().length, once.arrivals().length]).toEqual([1, 1]);
      expect(await holderOf(held.jobId)).toBeTruthy();
    });
    first.kill('SIGKILL');
    running.push(await aWorker());

    await eventually(() => expect(repeated.arrivals().map(({ attempt }) => attempt)).toEqual([1, 2]), 20_000);
    const lost = await db().attempt.findFirstOrThrow({
      where: { executionId: repeatedRun.executionId, number: 1 },
    });
    expect(lost.errorCode).toBe('worker_lost');
    const unknown = await db().execution.findUniqueOrThrow({ where: { id: onceRun.executionId } });
    expect(unknown).toMatchObject({ outcome: 'unknown', reason: 'worker_lost', attemptCount: 1 });

    await eventually(() => expect(held.arrivals()).toHaveLength(1), 40_000);
    const [fire] = await eventually(async () => {
      const rows = await executionsOf(held.jobId);
      expect(rows[0]?.outcome).toBe('success');
      return rows;
    });
    // Ten seconds until the lease is over, two until another worker looks, and a margin for a busy machine.
    expect(fire?.latenessMs).toBeLessThan(15_000);
    expect(once.arrivals()).toHaveLength(1);
  }, 90_000);

  test('calls the fires of a killed one at most 15 s late and none twice, and repeats its calls in flight', async () => {
    const first = await aWorkerProcess();
    const jobs = await someLiveJobs(20, { cronExpression: rarely, withinMs: 40_000 });
    const calling = await aLiveJob({
      ...{ path: '/until-told', cronExpression: seldom, retryCount: 1, timeoutSeconds: 300 },
    });
    await eventually(() => expect(calling.arrivals()).toHaveLength(1), 45_000);
    const firstId = await holderOf(calling.jobId);
    expect(await residentsByWorker()).toEqual({ [String(firstId)]: 21 });
    running.push(await aWorker());
    // With an instant while nobody holds the jobs.
    const at = nextOf(rarely);
    await sleep(Math.max(at - 4_000 - Date.now(), 0));
    first.kill('SIGKILL');

    await eventually(() => expect(calling.arrivals().map(({ attempt }) => attempt)).toEqual([1, 2]));
    target.report();
    await eventually(async () => {
      const [row] = await executionsOf(calling.jobId);
      expect(row).toMatchObject({ outcome: 'success', attemptCount: 2 });
      expect(row?.attempts.find(({ number }) => number === 1)?.errorCode).toBe('worker_lost');
    });
    await eventually(() =>
      expect(jobs.filter((job) => calledFor(job).some((instant) => instant > at))).toHaveLength(20),
    );
    for (const job of jobs) {
      const rows = await executionsOf(job.jobId);
      expectEachInstantOnce(rows, 15_000);
      const during = rows.find(({ scheduledFor }) => Number(scheduledFor) === at);
      expect(during).toMatchObject({ outcome: 'success', trigger: 'schedule' });
      expect(during?.workerId).not.toBe(firstId);
      expect(during?.latenessMs).toBeLessThan(15_000);
      expect(new Set(calledFor(job)).size).toBe(job.arrivals().length);
    }
    const [holder, ...others] = Object.keys(await residentsByWorker());
    expect(others).toEqual([]);
    expect([firstId, 'free']).not.toContain(holder);
  }, 150_000);

  test('a stopping worker gives its jobs to another one: no fire is late, lost or made twice', async () => {
    const first = await aWorkerProcess({ graceSeconds: 10 });
    const jobs = await someLiveJobs(20, { withinMs: 40_000 });
    const firstId = await holderOf(Number(jobs[0]?.jobId));
    running.push(await aWorker());
    const stoppedAt = Date.now();
    first.kill('SIGTERM');
    await once(first, 'exit');
    const exitedAt = Date.now();
    const [holder, ...others] = Object.keys(await residentsByWorker());
    expect(others).toEqual([]);
    expect([firstId, 'free']).not.toContain(holder);
    await eventually(() => {
      const isFired = (job: (typeof jobs)[number]) => calledFor(job).some((at) => at > exitedAt + 2_000);
      expect(jobs.filter(isFired)).toHaveLength(20);
    });
    for (const job of jobs) {
      const rows = (await executionsOf(job.jobId)).filter(
        ({ endedAt, scheduledFor }) => endedAt !== null && Number(scheduledFor) > stoppedAt - 2_000,
      );
      expectEachInstantOnce(rows);
      expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['success']));
      expect(Math.max(...rows.map(({ latenessMs }) => latenessMs ?? Infinity))).toBeLessThan(1_000);
      expect(new Set(calledFor(job)).size).toBe(job.arrivals().length);
    }
  }, 90_000);
});
