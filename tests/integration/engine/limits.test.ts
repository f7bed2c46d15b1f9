import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJob } from '#server/jobs/run-job.server.ts';
import { createAdmission } from '#server/outbound/limits/admission.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  hasTemporal,
  patient,
} from '#tests/integration/engine/kit/engine.ts';
import type { RunningWorker } from '#worker/start-worker.ts';

// The limits of calls, as checked by the claim pass.

describe.skipIf(!hasTemporal).concurrent('a limit', patient, () => {
  const closed = new Set<number>();
  const places = createAdmission({ liveWorkers: () => 1 });
  let worker: RunningWorker;
  beforeAll(async () => {
    const enter: typeof places.enter = (who) => (closed.has(who.ownerId) ? 'capped' : places.enter(who));
    worker = await aWorker({ admission: { ...places, enter } });
  });
  afterAll(() => worker.stop());

  test('delays a fire until the next one is due, then skips it with its reason; the next one is tried again', async () => {
    const job = await aLiveJob();
    closed.add(job.owner.id);
    await eventually(async () => {
      const rows = await executionsOf(job.jobId);
      expect(rows.filter(({ reason }) => reason === 'limit').length).toBeGreaterThanOrEqual(2);
    });
    expect(job.arrivals()).toEqual([]);
    closed.delete(job.owner.id);
    await eventually(() => expect(job.arrivals().length).toBeGreaterThanOrEqual(2));
    const rows = (await executionsOf(job.jobId)).filter(({ endedAt }) => endedAt !== null);
    expect(rows.filter(({ attemptCount, outcome }) => outcome === 'skipped' && attemptCount > 0)).toEqual([]);
  });

  test('delays a manual run until a slot is free', async () => {
    const job = await aLiveJob({ cronExpression: null });
    closed.add(job.owner.id);
    await runJob({ ...job, trigger: 'manual' });
    const other = await aLiveJob();
    await eventually(() => expect(other.arrivals().length).toBeGreaterThanOrEqual(1));
    expect(job.arrivals()).toEqual([]);
    closed.delete(job.owner.id);
    await eventually(() => expect(job.arrivals()).toHaveLength(1));
  });
});
