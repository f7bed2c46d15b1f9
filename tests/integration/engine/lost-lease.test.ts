import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { rescueLostWorkers } from '#server/executions/leases/rescue-lost-workers.server.ts';
import {
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
import { aWorkerProcess, killWorkers } from '#tests/integration/engine/kit/worker-processes.ts';
import { loseLease } from '#tests/integration/ledger/kit.ts';
import type { RunningWorker } from '#worker/start-worker.ts';

// A worker that lost its lease, but lives: it stood still for long, and others have settled its claims.

/** Less than the 30 s between two comparisons with the table, which have to find a difference twice. */
const atOnceMs = 15_000;

const running: RunningWorker[] = [];
afterEach(async () => {
  killWorkers();
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
  await db().job.deleteMany();
});

/** Others take a worker for lost: its lease is over, and its claims are settled. */
const takeForLost = (workerId: string) =>
  eventually(async () => {
    await loseLease(workerId);
    // It may renew its lease in between.
    await rescueLostWorkers({ now: Date.now() });
    expect(await db().worker.findUnique({ where: { id: workerId } })).toMatchObject({
      settledAt: expect.any(Date) as Date,
    });
  });

/** A worker that holds all jobs and never gives any away. */
async function anotherHolder() {
  const leaseUntil = new Date(Date.now() + 3_600_000);
  const { id } = await db().worker.create({ data: { id: randomUUID(), leaseUntil } });
  await db().residency.updateMany({ data: { workerId: id } });
  return { id, remove: () => db().worker.delete({ where: { id } }) };
}

async function expectNoneTwice(jobs: LiveJob[]) {
  for (const job of jobs) {
    expectEachInstantOnce(await executionsOf(job.jobId));
    expect(new Set(calledFor(job)).size).toBe(job.arrivals().length);
  }
}

describe.skipIf(!hasTemporal)('a worker that lost its lease, but lives', () => {
  test('goes on under another id and takes its jobs again: none is called twice', async () => {
    running.push(await aWorker());
    const jobs = await someLiveJobs(20);
    const [before, ...more] = Object.keys(await residentsByWorker());
    expect(more).toEqual([]);
    await takeForLost(String(before));
    const lostAt = Date.now();
    await eventually(async () => {
      const [after, ...others] = Object.entries(await residentsByWorker());
      expect(others).toEqual([]);
      expect(after?.[1]).toBe(20);
      expect(after?.[0]).not.toBe(before);
      // The id of the same process.
      expect(after?.[0].slice(0, 23)).toBe(before?.slice(0, 23));
    });
    await untilCalled(jobs, { since: lostAt + 6_000 });
    await expectNoneTwice(jobs);
  }, 60_000);

  test('calls nothing that another worker has taken meanwhile', async () => {
    running.push(await aWorker());
    const jobs = await someLiveJobs(20);
    const before = String(await holderOf(Number(jobs[0]?.jobId)));
    await aWorkerProcess();
    await takeForLost(before);
    const lostAt = Date.now();
    await eventually(async () => {
      const holders = await residentsByWorker();
      expect(Object.values(holders).reduce((sum, count) => sum + count, 0)).toBe(20);
      expect(Object.keys(holders)).not.toContain(before);
      expect(Object.keys(holders)).not.toContain('free');
    });
    await untilCalled(jobs, { since: lostAt + 6_000 });
    await expectNoneTwice(jobs);
    const late = jobs.flatMap(({ arrivals }) => arrivals()).filter(({ at }) => at > lostAt);
    expect(late.length).toBeGreaterThan(0);
    for (const job of jobs) {
      const rows = await executionsOf(job.jobId);
      const made = rows.filter(({ startedAt }) => Number(startedAt) > lostAt);
      expect(made.map(({ workerId }) => workerId)).not.toContain(before);
    }
  }, 60_000);

  test('forgets at once the jobs that another worker holds', async () => {
    running.push(await aWorker());
    await someLiveJobs(20);
    const [before = ''] = Object.keys(await residentsByWorker());
    await eventually(async () =>
      expect(await db().worker.findUnique({ where: { id: before } })).toMatchObject({ residents: 20 }),
    );
    const other = await anotherHolder();
    const renewed = { id: { not: other.id }, startedAt: { gt: new Date() } };
    try {
      await takeForLost(before);
      await eventually(
        async () => expect(await db().worker.findMany({ where: renewed })).toMatchObject([{ residents: 0 }]),
        atOnceMs,
      );
    } finally {
      await other.remove();
    }
  }, 60_000);
});
