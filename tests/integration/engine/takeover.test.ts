import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  hasTemporal,
} from '#tests/integration/engine/kit/engine.ts';
import { rarely } from '#tests/integration/engine/kit/fast-schedule.ts';
import { aWorkerProcess, killWorkers } from '#tests/integration/engine/kit/worker-processes.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

// kill -9 of a worker: unclaimed fires run, claimed ones count as made.

const running: RunningWorker[] = [];
afterEach(async () => {
  killWorkers();
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
});

/** Number of a job loop's activities that a worker is running. */
async function heldBy(jobId: number): Promise<number> {
  const { raw } = await temporalClient().workflow.getHandle(jobWorkflowId(jobId)).describe();
  const started = (raw.pendingActivities ?? []).filter(
    ({ lastStartedTime }) => Number(lastStartedTime?.seconds) > 0,
  );
  return started.length;
}

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
      expect(await heldBy(held.jobId)).toBe(1);
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
    // Ten seconds of grace, one until it is redispatched, and a margin for a busy machine.
    expect(fire?.latenessMs).toBeLessThan(15_000);
    expect(once.arrivals()).toHaveLength(1);
  }, 90_000);

  test('a stopping worker hands off its held fires and ends its lease', async () => {
    const first = await aWorkerProcess();
    const held = await aLiveJob({ cronExpression: rarely });
    await eventually(async () => expect(await heldBy(held.jobId)).toBe(1));
    running.push(await aWorker());
    first.kill('SIGTERM');
    await once(first, 'exit');
    await eventually(() => expect(held.arrivals()).toHaveLength(1), 40_000);
    const [fire] = await executionsOf(held.jobId);
    expect(fire?.latenessMs ?? 0).toBeLessThan(1_000);
  }, 60_000);
});
