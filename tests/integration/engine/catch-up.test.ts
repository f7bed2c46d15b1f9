import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import {
  aLiveJob,
  aWorker,
  calledFor,
  eventually,
  executionsOf,
  hasTemporal,
} from '#tests/integration/engine/kit/engine.ts';
import { nextOf, seldom } from '#tests/integration/engine/kit/fast-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';

// Fires that were due while no worker ran, of jobs that a worker held before.

/** A fire runs as scheduled up to 30 s late; after that, it is caught up or missed. */
const awayMs = 31_000;

const running: RunningWorker[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
});

describe.skipIf(!hasTemporal)('after a time without a worker', () => {
  test('a late fire is caught up or missed as its job says, once, and the schedule goes on', async () => {
    const first = await aWorker();
    const retryCount = 0;
    const last = await aLiveJob({ retryCount, catchUp: 'last', cronExpression: seldom });
    const none = await aLiveJob({ retryCount, catchUp: 'none', cronExpression: seldom });
    await eventually(async () => expect(await db().residency.count()).toBe(2), 30_000);
    // One instant of the seldom jobs falls into the time away, right at its beginning.
    const at = nextOf(seldom);
    await sleep(Math.max(at - 4_000 - Date.now(), 0));
    await first.stop();
    const stoppedAt = Date.now();
    expect(stoppedAt).toBeLessThan(at);
    await sleep(at + awayMs - Date.now());
    running.push(await aWorker());

    await eventually(async () => {
      const rows = await executionsOf(last.jobId);
      expect(rows.find(({ scheduledFor }) => Number(scheduledFor) === at)).toMatchObject({
        ...{ outcome: 'success', trigger: 'catch_up' },
      });
      expect(calledFor(none).at(-1)).toBeGreaterThan(at);
    }, 45_000);
    const missed = (await executionsOf(none.jobId)).find(({ scheduledFor }) => Number(scheduledFor) === at);
    expect(missed).toMatchObject({ outcome: 'missed', attemptCount: 0 });
    expect(calledFor(none)).not.toContain(at);

    for (const job of [last, none]) expect(new Set(calledFor(job)).size).toBe(job.arrivals().length);
  }, 180_000);
});
