import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aLiveJob, aWorker, eventually, hasTemporal } from '#tests/integration/engine/kit/engine.ts';
import { residentsByWorker } from '#tests/integration/engine/kit/residency.ts';
import { aWorkerProcess, killWorkers } from '#tests/integration/engine/kit/worker-processes.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { aUser } from '../makers.ts';

const jobCount = 60;

let worker: RunningWorker | undefined;
afterAll(async () => {
  killWorkers();
  await worker?.stop();
});

/** As the workers themselves count their jobs, at their last renewals. */
const residentsOfWorkers = async () =>
  (await db().worker.findMany({ where: { leaseUntil: { gt: new Date() }, settledAt: null } }))
    .map(({ residents }) => residents)
    .sort((a, b) => a - b);

describe.skipIf(!hasTemporal)('jobs of one worker', () => {
  test('are shared with a second one that joins, and come back when it stops', async () => {
    worker = await aWorker();
    const ownedBy = await aUser({ tier: 'ultimate' });
    // None fires during the test: they are half an hour away.
    const cronExpression = `${(new Date().getUTCMinutes() + 30) % 60} * * * *`;
    for (let made = 0; made < jobCount; made += 1) await aLiveJob({ ownedBy, cronExpression });
    await eventually(async () => expect(Object.values(await residentsByWorker())).toEqual([jobCount]));

    const second = await aWorkerProcess({ graceSeconds: 10 });
    const half = jobCount / 2;
    await eventually(async () => {
      const counts = await residentsByWorker();
      expect(Object.keys(counts)).toHaveLength(2);
      for (const count of Object.values(counts))
        expect(Math.abs(count - half)).toBeLessThanOrEqual(half * 0.2);
      // Each has forgotten what the other one holds.
      const [fewer = 0, more = 0] = await residentsOfWorkers();
      expect([fewer + more, Math.min(...Object.values(counts))]).toEqual([jobCount, fewer]);
    }, 60_000);

    second.kill('SIGTERM');
    await once(second, 'exit');
    expect(Object.values(await residentsByWorker())).toEqual([jobCount]);
    await eventually(async () => expect(await residentsOfWorkers()).toEqual([jobCount]));
  }, 120_000);
});
