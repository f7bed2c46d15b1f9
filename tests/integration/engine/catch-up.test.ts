import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import {
  aLiveJob,
  aWorker,
  calledFor,
  eventually,
  executionsOf,
  expectEachInstantOnce,
  hasTemporal,
} from '#tests/integration/engine/kit/engine.ts';
import { nextOf, rarely, seldom } from '#tests/integration/engine/kit/fast-schedule.ts';
import type { RunningWorker } from '#worker/start-worker.ts';

// Fires that were due while no worker ran, of jobs that a worker held before.

/** A fire runs as scheduled up to 30 s late; after that, it is caught up or missed. */
const awayMs = 31_000;
/** Fires are caught up until the next one of the schedule is due. */
const roomMs = 6_000;

const running: RunningWorker[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
});

describe.skipIf(!hasTemporal)('after a time without a worker', () => {
  test('due fires are caught up as their job says, each once, and the schedule goes on', async () => {
    const first = await aWorker();
    const retryCount = 0;
    const all = await aLiveJob({ retryCount, catchUp: 'all', cronExpression: rarely });
    const last = await aLiveJob({ retryCount, catchUp: 'last', cronExpression: seldom });
    const none = await aLiveJob({ retryCount, catchUp: 'none', cronExpression: seldom });
    await eventually(() => expect(all.arrivals().length).toBeGreaterThan(0), 30_000);
    // One instant of the seldom jobs falls into the time away, right at its beginning.
    const at = nextOf(seldom);
    await sleep(Math.max(at - 4_000 - Date.now(), 0));
    await first.stop();
    const stoppedAt = Date.now();
    expect(stoppedAt).toBeLessThan(at);
    await sleep(at + awayMs - Date.now());
    if (nextOf(rarely) - Date.now() < roomMs) await sleep(nextOf(rarely) + 1_000 - Date.now());
    const startedAt = Date.now();
    running.push(await aWorker());

    await eventually(async () => {
      const rows = await executionsOf(last.jobId);
      expect(rows.find(({ scheduledFor }) => Number(scheduledFor) === at)).toMatchObject({
        ...{ outcome: 'success', trigger: 'catch_up' },
      });
      expect(calledFor(none).at(-1)).toBeGreaterThan(at);
      expect(calledFor(all).at(-1)).toBeGreaterThan(startedAt);
    }, 45_000);
    const missed = (await executionsOf(none.jobId)).find(({ scheduledFor }) => Number(scheduledFor) === at);
    expect(missed).toMatchObject({ outcome: 'missed', attemptCount: 0 });
    expect(calledFor(none)).not.toContain(at);

    const rows = await executionsOf(all.jobId);
    expectEachInstantOnce(rows, 15_000);
    const away = rows.filter(
      ({ scheduledFor }) => Number(scheduledFor) > stoppedAt && Number(scheduledFor) < startedAt,
    );
    expect(away.length).toBeGreaterThanOrEqual(2);
    expect(new Set(away.map(({ outcome }) => outcome))).toEqual(new Set(['success']));
    expect(away.map(({ trigger }) => trigger)).toContain('catch_up');
    // One after another, oldest first.
    const instants = calledFor(all);
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
    for (const job of [all, last, none]) expect(new Set(calledFor(job)).size).toBe(job.arrivals().length);
  }, 180_000);
});
