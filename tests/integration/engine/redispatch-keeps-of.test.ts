import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import {
  nextWorkerId,
  redispatchKeepsOf,
  workerIdentity,
} from '#server/engine/rescue/redispatch-keeps-of.server.ts';
import type { LostActivity } from '#server/executions/ledger/types.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  hasTemporal,
  whileSilent,
} from '#tests/integration/engine/kit/engine-on-disk.ts';
import { scheduleWith } from '#tests/integration/engine/kit/fast-schedule.ts';
import { dispatchOf, loseNext } from '#tests/integration/engine/kit/lost-keeps.ts';
import type { RunningWorker } from '#worker/start-worker.ts';

/** Longer than one request to Temporal may take. */
const silentMs = 7_000;
const cron = '7 7 7 7 *';
const running: RunningWorker[] = [];
afterAll(() => Promise.all(running.map((worker) => worker.stop())));

test.skipIf(!hasTemporal)(
  'redispatches a job that a lost worker had not claimed before its instant although Temporal was silent at first',
  async () => {
    const at = Date.now() + 35_000;
    const schedule = scheduleWith({ cron, at });
    const first = await aWorker({ schedule });
    const job = await aLiveJob({ cronExpression: cron });
    // The save has named next July.
    await db().jobState.update({ where: { jobId: job.jobId }, data: { nextRunAt: new Date(at) } });
    await eventually(async () => expect(await dispatchOf(job.jobId)).toBe(1));
    const firstId = randomUUID();
    await loseNext({ after: first, jobId: job.jobId, identity: workerIdentity(firstId) });
    running.push(await aWorker({ schedule }));

    const found: LostActivity[] = [];
    // Others had rescued that worker before, so it was lost under its second id.
    const workers = [{ id: nextWorkerId(firstId), lostAt: Date.now() }];
    let redispatched: Promise<void> | undefined;
    await whileSilent(async () => {
      redispatched = redispatchKeepsOf({ workers, onRedispatched: (keep) => found.push(keep) });
      await sleep(silentMs);
      expect(found).toEqual([]);
    });
    await redispatched;
    expect(found).toHaveLength(1);
    await eventually(async () => expect(await dispatchOf(job.jobId)).toBe(3));
    expect(Date.now()).toBeLessThan(at);
    await eventually(() => expect(job.arrivals()).toHaveLength(1), 35_000);
    // The look for overdue fires would bring it 15 to 20 seconds late.
    expect(job.arrivals()[0]?.at).toBeLessThan(at + 3_000);
  },
  90_000,
);
