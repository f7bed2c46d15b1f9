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
  hasTemporal,
  type LiveJob,
  target,
} from '#tests/integration/engine/kit/engine.ts';
import { nextOf, seldom } from '#tests/integration/engine/kit/fast-schedule.ts';
import { aWorkerProcess, killWorkers } from '#tests/integration/engine/kit/worker-processes.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { aUser } from '../makers.ts';

const running: RunningWorker[] = [];
afterEach(async () => {
  killWorkers();
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
});

/** Manual runs of the given number of jobs. */
async function someRuns({ count, ...given }: { count: number; path: string; retryCount: number }) {
  const ownedBy = await aUser({ tier: 'ultimate' });
  const jobs: Awaited<ReturnType<typeof aLiveJob>>[] = [];
  while (jobs.length < count) {
    const job = await aLiveJob({ ...given, ownedBy, cronExpression: null, timeoutSeconds: 300 });
    await runJob({ ...job, trigger: 'manual' });
    jobs.push(job);
  }
  return jobs;
}

describe.skipIf(!hasTemporal)('a worker that gets SIGTERM', () => {
  test('F14: with 100 calls in flight lets them end if they can, records the rest as lost, and makes none twice', async () => {
    const first = await aWorkerProcess({ graceSeconds: 5 });
    const hanging = await someRuns({ count: 20, path: '/hang', retryCount: 0 });
    const repeated = await someRuns({ count: 20, path: '/hang', retryCount: 1 });
    // They respond once the worker is shutting down.
    const ending = await someRuns({ count: 60, path: '/until-told', retryCount: 0 });
    const all = [...hanging, ...repeated, ...ending];
    await eventually(
      () => expect(all.filter((job) => job.arrivals().length === 1)).toHaveLength(100),
      40_000,
    );

    first.kill('SIGTERM');
    setTimeout(target.report, 1_000);
    running.push(await aWorker());
    await once(first, 'exit');

    // The stopped worker has left nothing open: no lease has to expire first.
    const { leaseUntil } = await db().worker.findFirstOrThrow({ orderBy: { startedAt: 'asc' } });
    expect(leaseUntil.getTime()).toBeLessThanOrEqual(Date.now());
    for (const { jobId } of ending) {
      expect(await executionsOf(jobId)).toMatchObject([{ outcome: 'success', attemptCount: 1 }]);
    }
    for (const { jobId } of hanging) {
      expect(await executionsOf(jobId)).toMatchObject([
        {
          outcome: 'unknown',
          reason: 'worker_lost',
          attemptCount: 1,
          attempts: [{ errorCode: 'worker_lost' }],
        },
      ]);
    }
    await eventually(() => expect(repeated.filter((job) => job.arrivals().length === 2)).toHaveLength(20));
    for (const job of repeated) {
      const [row] = await executionsOf(job.jobId);
      expect(row?.attempts.find(({ number }) => number === 1)).toMatchObject({ errorCode: 'worker_lost' });
      expect(job.arrivals().map(({ attempt }) => attempt)).toEqual([1, 2]);
    }
    for (const job of [...ending, ...hanging]) expect(job.arrivals()).toHaveLength(1);
  }, 150_000);

  test('passes on the next attempts of the calls that it cuts off last, also of jobs that another worker holds by then', async () => {
    const first = await aWorkerProcess({ graceSeconds: 5 });
    const ownedBy = await aUser({ tier: 'ultimate' });
    const given = { ownedBy, path: '/hang', cronExpression: seldom, retryCount: 1 };
    const jobs: Awaited<ReturnType<typeof aLiveJob>>[] = [];
    // All of them have the same first instant.
    if (nextOf(seldom) - Date.now() < 20_000) await sleep(nextOf(seldom) - Date.now());
    while (jobs.length < 20) jobs.push(await aLiveJob(given));
    await eventually(
      () => expect(jobs.filter((job) => job.arrivals().length === 1)).toHaveLength(20),
      70_000,
    );
    const [calledAt = 0] = calledFor(jobs[0] as LiveJob);

    first.kill('SIGTERM');
    running.push(await aWorker());
    await once(first, 'exit');
    // In time: the next fire would supersede it.
    await eventually(
      () =>
        expect(jobs.map((job) => [...new Set(job.arrivals().map(({ attempt }) => attempt))])).toEqual(
          jobs.map(() => [1, 2]),
        ),
      20_000,
    );
    for (const job of jobs) expect(calledFor(job)[1]).toBe(calledAt);
  }, 150_000);
});
