import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { startRun } from '#server/engine/relay/start-run.server.ts';
import { retryNow } from '#server/engine/retry-now.server.ts';
import { stopRetrying } from '#server/engine/stop-retrying.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { replayExecution } from '#server/jobs/replay-execution.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  hasTemporal,
  patient,
  target,
} from '#tests/integration/engine/kit/engine.ts';
import { rarely } from '#tests/integration/engine/kit/fast-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId, retrySignal, stopSignal } from '#workflows/contract.ts';
import { aUser } from '../makers.ts';

// Retry now, stop retrying, replay: an owner's requests to an execution.

const readExecution = (id: number) => db().execution.findUniqueOrThrow({ where: { id } });

/** A failed manual run waiting for an hour. */
async function aWaitingRun({ retryCount = 2 } = {}) {
  const job = await aLiveJob({ path: '/fail?retry=3600000', retryCount, cronExpression: null });
  const { executionId } = await runJob({ ...job, trigger: 'manual' });
  await eventually(async () => expect((await readExecution(executionId)).retryAt).not.toBeNull());
  return { ...job, executionId, asked: { ownerId: job.owner.id, jobId: job.jobId, executionId } };
}

/** The same after its second attempt, with its workflow. */
async function aRunBeforeItsThirdAttempt() {
  const run = await aWaitingRun();
  await retryNow(run.asked);
  const { workflowId } = await eventually(async () => {
    const row = await readExecution(run.executionId);
    expect([row.attemptCount, row.retryAt !== null]).toEqual([2, true]);
    return row;
  });
  return { ...run, handle: temporalClient().workflow.getHandle(String(workflowId)) };
}

describe.skipIf(!hasTemporal).concurrent('messages to an execution', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test("a waiting attempt is made at once on its owner's request", async () => {
    const run = await aWaitingRun();
    await retryNow(run.asked);
    await eventually(() => expect(run.arrivals().map(({ attempt }) => attempt)).toEqual([1, 2]));
    await eventually(async () => {
      const { attemptCount, retryAt } = await readExecution(run.executionId);
      expect([attemptCount, retryAt !== null]).toEqual([2, true]);
    });
    await retryNow(run.asked);
    await eventually(async () =>
      expect(await readExecution(run.executionId)).toMatchObject({ outcome: 'failed', attemptCount: 3 }),
    );
  });

  test('an execution restarted in a new workflow receives the message for its third attempt', async () => {
    const { handle, ...run } = await aRunBeforeItsThirdAttempt();
    await handle.terminate();
    const { jobId, executionId, owner } = run;
    const shown = { name: '', ownerId: owner.id, tier: 'free' };
    await startRun({ executionId, jobId, epoch: 1, timeoutSeconds: 30, ...shown });
    // It has learned from the ledger that it waits, and started a timer.
    await eventually(async () => expect((await handle.describe()).historyLength).toBeGreaterThan(10));
    await retryNow(run.asked);
    await eventually(() => expect(run.arrivals().map(({ attempt }) => attempt)).toEqual([1, 2, 3]));
  });

  test('a late message has no effect on the wait after the one it was meant for', async () => {
    const { handle, ...run } = await aRunBeforeItsThirdAttempt();
    await handle.signal(stopSignal, run.executionId, 1);
    // Messages arrive in order: the late one would end it first.
    await retryNow(run.asked);
    await eventually(() => expect(run.arrivals().map(({ attempt }) => attempt)).toEqual([1, 2, 3]));
    await eventually(async () => expect((await readExecution(run.executionId)).attemptCount).toBe(3));
  });

  test('an execution stopped by its owner has failed, and says so', async () => {
    const run = await aWaitingRun();
    await stopRetrying(run.asked);
    const row = await eventually(async () => {
      const found = await readExecution(run.executionId);
      expect(found).toMatchObject({ outcome: 'failed', attemptCount: 1, retryAt: null });
      return found;
    });
    expect(row.verdict).toContain('stopped');
    await eventually(async () => {
      const { status } = await temporalClient().workflow.getHandle(String(row.workflowId)).describe();
      expect(status.name).toBe('COMPLETED');
    });
    expect(run.arrivals()).toHaveLength(1);
  });

  test('a call lost with its worker is not repeated once its owner has stopped it', async () => {
    const run = await aWaitingRun();
    const { jobId, executionId, owner } = run;
    const { workflowId } = await readExecution(executionId);
    const handle = temporalClient().workflow.getHandle(String(workflowId));
    await handle.terminate();
    // As after a rescue: due at once, and the next worker needs no message.
    await db().execution.update({
      where: { id: executionId },
      data: { retryAt: new Date(), errorCode: 'worker_lost' },
    });
    await stopRetrying(run.asked);
    expect(await readExecution(executionId)).toMatchObject({ outcome: 'failed', reason: 'owner' });
    const shown = { name: '', ownerId: owner.id, tier: 'free' };
    await startRun({ executionId, jobId, epoch: 1, timeoutSeconds: 30, ...shown });
    await eventually(async () => expect((await handle.describe()).status.name).toBe('COMPLETED'));
    expect(run.arrivals()).toHaveLength(1);
    await expect(stopRetrying(run.asked)).rejects.toMatchObject({ type: 'conflict' });
  });

  test('without a waiting attempt both messages are a conflict, and for another account the execution is not found', async () => {
    const run = await aWaitingRun();
    const stranger = await aUser();
    for (const ask of [retryNow, stopRetrying]) {
      await expect(ask({ ...run.asked, ownerId: stranger.id })).rejects.toMatchObject({ type: 'not_found' });
      await expect(ask({ ...run.asked, executionId: 1_999_999_999 })).rejects.toMatchObject({
        type: 'not_found',
      });
    }
    await stopRetrying(run.asked);
    await eventually(async () => expect((await readExecution(run.executionId)).outcome).toBe('failed'));
    await expect(retryNow(run.asked)).rejects.toMatchObject({ type: 'conflict' });
    const out = await aLiveJob({ path: '/hang', cronExpression: null, timeoutSeconds: 300 });
    const { executionId } = await runJob({ ...out, trigger: 'manual' });
    await eventually(() => expect(out.arrivals()).toHaveLength(1));
    const asked = { ownerId: out.owner.id, jobId: out.jobId, executionId };
    await expect(stopRetrying(asked)).rejects.toMatchObject({ type: 'conflict' });
  });

  test.each(['skip', 'queue', 'allow'] as const)(
    'a scheduled fire with overlap %s accepts both messages',
    async (overlap) => {
      const job = await aLiveJob({
        ...{ path: '/fail?retry=9000', retryCount: 9, cronExpression: rarely, overlap },
      });
      const row = await eventually(async () => {
        const [found] = await executionsOf(job.jobId);
        expect(found?.retryAt).toBeTruthy();
        return found;
      });
      const executionId = Number(row?.id);
      const asked = { ownerId: job.owner.id, jobId: job.jobId, executionId };
      const askedAt = Date.now();
      await retryNow(asked);
      await eventually(() => expect(job.arrivals().length).toBeGreaterThanOrEqual(2));
      expect(Number(job.arrivals()[1]?.at) - askedAt).toBeLessThan(5_000);
      // A failed second attempt waits as well, unless the next fire comes first.
      const { outcome } = await eventually(async () => {
        const found = await readExecution(executionId);
        expect(found.attemptCount).toBe(2);
        expect(found.retryAt ?? found.outcome).not.toBeNull();
        return found;
      });
      if (outcome === null)
        await stopRetrying(asked).catch((error: unknown) =>
          expect(error, 'the next fire came first').toMatchObject({ type: 'conflict' }),
        );
      await eventually(async () =>
        expect(['failed', 'superseded']).toContain((await readExecution(executionId)).outcome),
      );
    },
  );

  test('a message that matches nothing changes nothing', async () => {
    const job = await aLiveJob();
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(0));
    const loop = temporalClient().workflow.getHandle(jobWorkflowId(job.jobId));
    await loop.signal(retrySignal, 4711, 1);
    await loop.signal(stopSignal, 4711, 1);
    const before = job.arrivals().length;
    await eventually(() => expect(job.arrivals().length).toBeGreaterThan(before + 1));
    const rows = (await executionsOf(job.jobId)).filter(({ endedAt }) => endedAt !== null);
    expect(rows.filter(({ outcome, attemptCount }) => outcome === 'failed' || attemptCount > 1)).toEqual([]);
  });

  test('a replay sends the request of the version that ran, and links to the original execution', async () => {
    const job = await aLiveJob({ cronExpression: null });
    const first = await runJob({ ...job, trigger: 'manual' });
    await eventually(async () => expect((await readExecution(first.executionId)).outcome).toBe('success'));
    const newPath = `${job.path}&version=2`;
    await updateJob({ ...job, changes: { webhookUrl: target.url(newPath) } });

    const { executionId } = await replayExecution({ ...job, executionId: first.executionId });
    const row = await eventually(async () => {
      const found = await readExecution(executionId);
      expect(found.outcome).toBe('success');
      return found;
    });
    expect(row).toMatchObject({ trigger: 'replay', jobVersion: 1, scheduledFor: null });
    expect(Number(row.replayOfId)).toBe(first.executionId);
    expect(job.arrivals()).toHaveLength(2);
    expect(target.at(newPath)).toEqual([]);
    const [original, repeated] = job.arrivals();
    expect(repeated?.headers['webhook-id']).not.toBe(original?.headers['webhook-id']);
    const { success } = await db().dailyStat.findFirstOrThrow({ where: { jobId: job.jobId } });
    expect(success).toBe(2);
  });

  test("a replay waits for the call in flight, and is refused for a paused job or another account's execution", async () => {
    const job = await aLiveJob({ path: '/hang', timeoutSeconds: 300, cronExpression: null });
    const first = await runJob({ ...job, trigger: 'manual' });
    await eventually(() => expect(job.arrivals()).toHaveLength(1));
    const { executionId } = await replayExecution({ ...job, executionId: first.executionId });
    await sleep(2_000);
    expect(await readExecution(executionId)).toMatchObject({ outcome: null, startedAt: null });
    expect(job.arrivals()).toHaveLength(1);
    const other = await aLiveJob({ cronExpression: null });
    await expect(replayExecution({ ...other, executionId: first.executionId })).rejects.toMatchObject({
      type: 'not_found',
    });
    const stranger = await aUser();
    await expect(
      replayExecution({ ...job, owner: stranger, executionId: first.executionId }),
    ).rejects.toMatchObject({ type: 'not_found' });
    await setJobStatus({ ...job, status: 'paused' });
    await expect(replayExecution({ ...job, executionId: first.executionId })).rejects.toMatchObject({
      type: 'conflict',
    });
  });
});
