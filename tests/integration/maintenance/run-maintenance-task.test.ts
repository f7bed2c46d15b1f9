import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { listMaintenanceTasks } from '#server/maintenance/list-maintenance-tasks.server.ts';
import { runMaintenanceTask } from '#server/maintenance/run-maintenance-task.server.ts';
import type { MaintenanceTask } from '#server/maintenance/types.ts';

const hourMs = 3_600_000;
const aMaintenanceTask = (given: Partial<MaintenanceTask> = {}): MaintenanceTask => ({
  name: crypto.randomUUID(),
  everyMs: hourMs,
  offsetMs: 60_000,
  run: () => Promise.resolve(3),
  ...given,
});

test('a task run is recorded with its times and the rows it changed, and says when the next one is due', async () => {
  const job = aMaintenanceTask();
  const before = Date.now();
  await runMaintenanceTask({ name: job.name, jobs: [job] });
  const [state] = await listMaintenanceTasks({ jobs: [job] });
  expect(state).toMatchObject({ name: job.name, affected: 3, error: null, isOverdue: false });
  expect(state?.lastTookMs).toBeGreaterThanOrEqual(0);
  const dueAt = Date.parse(String(state?.nextDueAt));
  expect(dueAt % hourMs).toBe(60_000);
  expect(dueAt - before).toBeLessThanOrEqual(hourMs + 1000);
});

test('a failed task run is recorded with the name and code of its error, never with its message', async () => {
  const error = Object.assign(new TypeError('secret-of-somebody'), { code: '57014' });
  const job = aMaintenanceTask({ run: () => Promise.reject(error) });
  await expect(runMaintenanceTask({ name: job.name, jobs: [job] })).rejects.toThrow(
    `${job.name}: TypeError 57014`,
  );
  const row = await db().maintenanceTask.findUniqueOrThrow({ where: { name: job.name } });
  expect(row).toMatchObject({ error: 'TypeError 57014', affected: 0 });
  expect(row.endedAt).not.toBeNull();
});

test('a maintenance task that never ran, or is past its time, is overdue', async () => {
  const job = aMaintenanceTask();
  expect((await listMaintenanceTasks({ jobs: [job] }))[0]).toMatchObject({
    lastStartedAt: null,
    isOverdue: true,
  });
  await runMaintenanceTask({ name: job.name, jobs: [job] });
  // Also in the minutes in which the next run is not overdue yet, whatever the minute of this test.
  for (let minutes = 0; minutes < 60; minutes += 5) {
    const [later] = await listMaintenanceTasks({
      jobs: [job],
      now: Date.now() + 2 * hourMs + minutes * 60_000,
    });
    expect(later?.isOverdue).toBe(true);
  }
});
