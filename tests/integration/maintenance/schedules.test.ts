import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { applySchedules } from '#server/engine/apply-schedules.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { env } from '#server/env.server.ts';
import { maintenanceTasks } from '#server/maintenance/maintenance-tasks.server.ts';
import { aWorker, eventually, hasTemporal, patient } from '#tests/integration/engine/kit/engine.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { scheduleId } from '#workflows/contract.ts';

const handleOf = (name: string) =>
  temporalClient().schedule.getHandle(scheduleId({ taskQueue: env().TEMPORAL_TASK_QUEUE, name }));

describe.skipIf(!hasTemporal)('maintenance tasks as Temporal Schedules', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(async () => {
    await Promise.all(maintenanceTasks.map(({ name }) => handleOf(name).delete()));
    await worker.stop();
  });

  test('each task runs once as soon as Temporal knows it, and its run is recorded', async () => {
    await applySchedules(maintenanceTasks);
    await eventually(async () => {
      const rows = await db().maintenanceTask.findMany({ where: { endedAt: { not: null } } });
      expect(rows.map(({ name }) => name).sort()).toEqual(maintenanceTasks.map(({ name }) => name).sort());
      expect(rows.filter(({ error: error }) => error !== null)).toEqual([]);
    });
  });

  test('the schedule of a removed maintenance task is deleted', async () => {
    await applySchedules([{ name: 'former', everyMs: 3_600_000, offsetMs: 0 }]);
    await eventually(async () => {
      await applySchedules(maintenanceTasks);
      await expect(handleOf('former').describe()).rejects.toThrow();
    });
  });

  test('a starting worker updates a changed schedule, and a paused one stays paused', async () => {
    const name = 'expired';
    await applySchedules(maintenanceTasks);
    await handleOf(name).pause('The database is being moved.');
    const changed = maintenanceTasks.map((job) =>
      job.name === name ? { ...job, everyMs: 7_200_000, offsetMs: 60_000 } : job,
    );
    await applySchedules(changed);
    await applySchedules(changed);
    const { spec, state, policies } = await handleOf(name).describe();
    expect(spec.intervals).toEqual([{ every: 7_200_000, offset: 60_000 }]);
    expect(state).toMatchObject({ paused: true, note: 'The database is being moved.' });
    expect(policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 60_000 });
  });
});
