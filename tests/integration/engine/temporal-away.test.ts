import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import {
  aLiveJob,
  aWorker,
  calledFor,
  eventually,
  executionsOf,
  expectEachInstantOnce,
  hasTemporal,
  target,
  whileSilent,
} from '#tests/integration/engine/kit/engine-on-disk.ts';
import { nextOf, seldom } from '#tests/integration/engine/kit/fast-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

const awayMs = 20_000;
/** A push of a change to Temporal waits for half a second, and a fire is claimed up to a third of one ahead. */
const changeMs = 1_000;

const loopOf = (jobId: number) => temporalClient().workflow.getHandle(jobWorkflowId(jobId));

describe.skipIf(!hasTemporal)('while Temporal does not respond', () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test('jobs fire on time, changes hold at once, and an attempt is retried after its return', async () => {
    const failing = await aLiveJob({ path: '/fail', retryCount: 1, cronExpression: seldom });
    const steady = await aLiveJob({ retryCount: 0 });
    const [edited, paused, deleted] = [await aLiveJob(), await aLiveJob(), await aLiveJob()];
    const often = [steady, edited, paused, deleted];
    await eventually(async () => {
      for (const { jobId } of often)
        expect((await loopOf(jobId).describe()).memo).toMatchObject({ lastOutcome: 'success' });
      expect(await db().residency.count({ where: { activityId: { not: null } } })).toBe(5);
    });
    const at = nextOf(seldom);
    await sleep(Math.max(at - 6_000 - Date.now(), 0));
    const newPath = `${edited.path}&version=2`;
    const awayAt = Date.now();
    let changedAt = 0;
    await whileSilent(async () => {
      await updateJob({ ...edited, changes: { webhookUrl: target.url(newPath) } });
      await setJobStatus({ ...paused, status: 'paused' });
      await deleteJob(deleted);
      changedAt = Date.now();
      await sleep(awayAt + awayMs - Date.now());
      expect(
        failing
          .arrivals()
          .filter((arrival) => arrival.at >= at)
          .map(({ attempt }) => attempt),
      ).toEqual([1]);
      for (const job of [edited, paused, deleted])
        expect(job.arrivals().filter((arrival) => arrival.at > changedAt + changeMs)).toEqual([]);
      expect(target.at(newPath).length).toBeGreaterThanOrEqual(5);
    });
    const backAt = Date.now();

    await eventually(async () => {
      const rows = await executionsOf(failing.jobId);
      const row = rows.find(({ scheduledFor }) => Number(scheduledFor) === at);
      expect(row).toMatchObject({ outcome: 'failed', attemptCount: 2 });
      expect(await db().job.findUnique({ where: { id: deleted.jobId } })).toBeNull();
      expect((await loopOf(paused.jobId).describe()).memo).toMatchObject({ status: 'paused' });
      expect((await loopOf(deleted.jobId).describe()).status.name).not.toBe('RUNNING');
      expect(calledFor(steady).at(-1)).toBeGreaterThan(backAt + 2_000);
    }, 45_000);
    const rows = (await executionsOf(steady.jobId)).filter(
      ({ endedAt, scheduledFor }) => endedAt !== null && Number(scheduledFor) > awayAt,
    );
    expectEachInstantOnce(rows);
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['success']));
    expect(Math.max(...rows.map(({ latenessMs }) => latenessMs ?? Infinity))).toBeLessThan(1_000);
    expectEachInstantOnce((await executionsOf(edited.jobId)).filter(({ endedAt }) => endedAt !== null));
    for (const job of [steady, edited]) expect(new Set(calledFor(job)).size).toBe(job.arrivals().length);
  }, 150_000);
});
