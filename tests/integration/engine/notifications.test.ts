import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  hasTemporal,
  patient,
  target,
} from '#tests/integration/engine/kit/engine.ts';
import type { RunningWorker } from '#worker/start-worker.ts';

/** A job with a failed first run, and its pending notification. */
async function aFailedRun({ notificationTo }: { notificationTo: string }) {
  const job = await aLiveJob({
    ...{ path: '/fail', cronExpression: null, retryCount: 0 },
    ...{ notificationType: 'webhook' as const, notificationConfig: target.url(notificationTo) },
  });
  await runJob({ ...job, trigger: 'manual' });
  const notification = await eventually(() =>
    db().notification.findFirstOrThrow({ where: { jobId: job.jobId } }),
  );
  return { ...job, notificationId: notification.id };
}

const readNotification = (id: bigint) => db().notification.findUniqueOrThrow({ where: { id } });

describe.skipIf(!hasTemporal).concurrent('a pending notification', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test('is delivered by the worker, soon after the failure', async () => {
    const path = `/ok?note=${Math.random()}`;
    const run = await aFailedRun({ notificationTo: path });
    await eventually(() => expect(target.at(path)).toHaveLength(1));
    await eventually(async () => expect((await readNotification(run.notificationId)).state).toBe('sent'));
  });

  test('refused by its channel is delivered again later', async () => {
    const path = `/fail?note=${Math.random()}`;
    const run = await aFailedRun({ notificationTo: path });
    await eventually(() => expect(target.at(path)).toHaveLength(2), 40_000);
    expect(await readNotification(run.notificationId)).toMatchObject({ state: 'pending' });
  });
});
