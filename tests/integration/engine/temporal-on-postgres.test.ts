import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import {
  aLiveJob,
  aWorker,
  calledFor,
  eventually,
  executionsOf,
  expectEachInstantOnce,
  hasTemporal,
  killTemporal,
  patient,
  target,
} from '#tests/integration/engine/kit/engine-on-postgres.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

const everyMs = 2_000;

describe.skipIf(!hasTemporal)('the engine on a Temporal server with PostgreSQL', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test('a job is called at its scheduled times, a failing one is retried, a paused or deleted one is no longer called', async () => {
    const job = await aLiveJob();
    const failing = await aLiveJob({ path: '/fail', retryCount: 1 });
    const deleted = await aLiveJob();
    await eventually(async () => {
      const rows = await executionsOf(failing.jobId);
      expect(rows).toContainEqual(expect.objectContaining({ outcome: 'failed', attemptCount: 2 }));
      expect(job.arrivals().length).toBeGreaterThanOrEqual(2);
      expect(deleted.arrivals().length).toBeGreaterThanOrEqual(1);
    });
    for (const { at, headers } of job.arrivals()) {
      expect(at).toBeGreaterThanOrEqual(Date.parse(String(headers['x-punctual-scheduled-for'])));
    }

    await setJobStatus({ ...failing, status: 'paused' });
    await deleteJob(deleted);
    const since = Date.now();
    await eventually(async () => {
      expect(await db().job.findUnique({ where: { id: deleted.jobId } })).toBeNull();
      const { status } = await temporalClient().workflow.getHandle(jobWorkflowId(deleted.jobId)).describe();
      expect(['CANCELLED', 'COMPLETED']).toContain(status.name);
      // A job that keeps firing proves that further fires were due meanwhile.
      expect(job.arrivals().filter(({ at }) => at > since + everyMs).length).toBeGreaterThanOrEqual(2);
    });
    for (const { arrivals } of [failing, deleted]) {
      expect(arrivals().filter(({ at }) => at > since + 1_000)).toEqual([]);
    }
  });

  test('a kill -9 of the server delays no fire of a job that a worker holds, loses none and repeats none', async () => {
    const job = await aLiveJob({ retryCount: 0 });
    const loop = temporalClient().workflow.getHandle(jobWorkflowId(job.jobId));
    // Its first success is reported before the server dies.
    await eventually(async () => {
      expect((await loop.describe()).memo).toMatchObject({ lastOutcome: 'success' });
      expect(job.arrivals().length).toBeGreaterThanOrEqual(2);
    });
    await killTemporal({ whileAway: () => sleep(2 * everyMs) });
    const made = job.arrivals().length;
    await eventually(() => expect(job.arrivals().length).toBeGreaterThanOrEqual(made + 3), 45_000);
    const rows = (await executionsOf(job.jobId)).filter(({ endedAt }) => endedAt !== null);
    const [first] = rows.filter(({ outcome }) => outcome === 'success');
    const since = rows.filter(({ scheduledFor }) => Number(scheduledFor) >= Number(first?.scheduledFor));
    expect(new Set(since.map(({ outcome }) => outcome))).toEqual(new Set(['success']));
    expect(Math.max(...since.map(({ latenessMs }) => latenessMs ?? Infinity))).toBeLessThan(everyMs / 2);
    expectEachInstantOnce(rows, everyMs);
    expect(new Set(calledFor(job)).size).toBe(job.arrivals().length);
    // An outcome that changes reaches the server that has returned.
    target.fail(job.path, true);
    await eventually(async () =>
      expect((await loop.describe()).memo).toMatchObject({ lastOutcome: 'failed' }),
    );
  }, 90_000);
});
