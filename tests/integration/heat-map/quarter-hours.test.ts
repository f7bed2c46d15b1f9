import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { countQuarterHours, quarterHoursUntil } from '#server/heat-map/count-quarter-hours.server.ts';
import { maintenanceTasks } from '#server/maintenance/maintenance-tasks.server.ts';
import { aSavedJob, aUser } from '../makers.ts';
import { aRun, countEnd, dayMs, minuteMs } from './kit.ts';

const yesterday = (Math.floor(Date.now() / dayMs) - 1) * dayMs;
const nine = yesterday + 9 * 60 * minuteMs;
const count = () => countQuarterHours({ isStopping: () => false });
const rowsOf = (jobId: number) =>
  db().quarterHourStat.findMany({ where: { jobId }, orderBy: { day: 'asc' } });

beforeEach(async () => {
  await db().job.deleteMany();
  await db().maintenanceTask.deleteMany({ where: { name: 'quarter-hours' } });
});

test('is one of the maintenance tasks', () => {
  expect(maintenanceTasks.map(({ name }) => name)).toContain('quarter-hours');
});

test('counts runs by the quarter-hour they were due, and failures as the dashboard does', async () => {
  const { id: jobId } = await aSavedJob();
  await aRun({ jobId, at: nine, latenessMs: 20, durationMs: 100 });
  await aRun({ jobId, at: nine + 14 * minuteMs, latenessMs: 50, durationMs: 300 });
  for (const [index, outcome] of (
    ['failed', 'superseded', 'unknown', 'skipped', 'missed'] as const
  ).entries())
    await aRun({ jobId, at: nine + (15 + index) * minuteMs, outcome, latenessMs: null, durationMs: null });
  await aRun({
    ...{ jobId, at: nine + 20 * minuteMs, latenessMs: 900 },
    ...{ trigger: 'manual', scheduledFor: null, requestId: randomUUID() },
  });
  await count();
  expect(await rowsOf(jobId)).toEqual([
    {
      ...{ jobId, day: new Date(yesterday), counted: 6, openFrom: 37 },
      ...{ quarters: [36, 37], runs: [2, 4], failures: [0, 3] },
      // A manual run has no lateness: it has no schedule.
      ...{ late: [2, 0], latenessSumMs: [70n, 0n], latenessMaxMs: [50, 0] },
      ...{ timed: [2, 1], durationSumMs: [400n, 100n] },
    },
  ]);
});

test('a repeated count changes nothing, and a later one adds the runs that have ended since', async () => {
  const { id: jobId } = await aSavedJob();
  await aRun({ jobId, at: nine });
  expect(await count()).toBe(1);
  const before = await rowsOf(jobId);
  expect(await count()).toBe(0);
  expect(await rowsOf(jobId)).toEqual(before);
  await aRun({ jobId, at: nine + minuteMs, outcome: 'failed' });
  await aRun({ jobId, at: nine + 60 * minuteMs });
  expect(await count()).toBe(1);
  expect(await rowsOf(jobId)).toMatchObject([{ quarters: [36, 40], runs: [2, 1], failures: [1, 0] }]);
});

test('a run that ends after later ones were counted still counts in its own quarter-hour', async () => {
  const { id: jobId } = await aSavedJob();
  const id = await aRun({ jobId, at: nine, outcome: null });
  await aRun({ jobId, at: nine + 60 * minuteMs });
  await count();
  expect(await rowsOf(jobId)).toMatchObject([{ quarters: [40], runs: [1], openFrom: 36 }]);
  await db().execution.update({ where: { id }, data: { outcome: 'failed', endedAt: new Date() } });
  await countEnd({ jobId, at: nine, outcome: 'failed' });
  await count();
  expect(await rowsOf(jobId)).toMatchObject([
    { quarters: [36, 40], runs: [1, 1], failures: [1, 0], openFrom: 40 },
  ]);
});

test('a run added out of order makes the count read the whole day again', async () => {
  const { id: jobId } = await aSavedJob();
  await aRun({ jobId, at: nine });
  await count();
  await aRun({ jobId, at: nine - 60 * minuteMs, outcome: 'unknown' });
  await count();
  expect(await rowsOf(jobId)).toMatchObject([
    { counted: 2, quarters: [32, 36], runs: [1, 1], failures: [1, 0] },
  ]);
  expect(await count()).toBe(0);
});

test('an interrupted count continues where it stopped', async () => {
  // Jobs are read 200 at a time.
  const owner = await aUser({ tier: 'ultimate' });
  const first = await aSavedJob({ owner });
  await db().$executeRaw`
    insert into "Job" ("ownerId", "name", "webhookUrl", "targetHost", "updatedAt")
    select ${owner.id}, 'Job ' || n, '', 'shop.example.com', now() from generate_series(1, 250) n`;
  const { id: last } = await db().job.findFirstOrThrow({ orderBy: { id: 'desc' } });
  await aRun({ jobId: first.id, at: nine });
  await aRun({ jobId: last, at: nine });
  let looks = 0;
  // It checks before and after each batch of jobs.
  await countQuarterHours({ isStopping: () => (looks += 1) > 2 });
  expect([await rowsOf(first.id), await rowsOf(last)]).toMatchObject([[{ runs: [1] }], []]);
  expect(await quarterHoursUntil()).toBeNull();
  const begun = Date.now();
  await aRun({ jobId: first.id, at: nine + minuteMs });
  await count();
  expect([await rowsOf(first.id), await rowsOf(last)]).toMatchObject([[{ runs: [1] }], [{ runs: [1] }]]);
  // The map is as new as the first count.
  expect(await quarterHoursUntil()).toBeLessThan(begun + 1);
  await count();
  expect(await rowsOf(first.id)).toMatchObject([{ runs: [2] }]);
  expect(await quarterHoursUntil()).toBeGreaterThanOrEqual(begun);
});

test('concurrent counts agree', async () => {
  const { id: jobId } = await aSavedJob();
  await aRun({ jobId, at: nine });
  await Promise.all([count(), count(), count()]);
  expect(await rowsOf(jobId)).toMatchObject([{ counted: 1, runs: [1] }]);
});

test('counts no further back than the plan keeps executions, and removes older counts', async () => {
  const jobs = await Promise.all(
    (['free', 'premium', 'ultimate'] as const).map(async (tier) => {
      const { id: jobId } = await aSavedJob({ owner: await aUser({ tier }) });
      for (const ago of [2, 5, 27, 40]) await aRun({ jobId, at: nine - ago * dayMs });
      return jobId;
    }),
  );
  await db().quarterHourStat.create({
    data: { jobId: jobs[2] ?? 0, day: new Date(yesterday - 40 * dayMs), counted: 1, openFrom: 0 },
  });
  await count();
  const counted = await Promise.all(jobs.map(async (jobId) => (await rowsOf(jobId)).length));
  expect(counted).toEqual([1, 2, 3]);
  // A plan with a shorter retention removes days.
  await db().user.updateMany({ where: { tier: 'ultimate' }, data: { tier: 'free' } });
  await count();
  expect(await rowsOf(jobs[2] ?? 0)).toHaveLength(1);
});

test('the counts of a job are deleted with it', async () => {
  const { id: jobId } = await aSavedJob();
  await aRun({ jobId, at: nine });
  await count();
  await db().job.update({ where: { id: jobId }, data: { deletedAt: new Date() } });
  await aRun({ jobId, at: nine + minuteMs });
  expect(await count()).toBe(0);
  await db().job.delete({ where: { id: jobId } });
  expect(await rowsOf(jobId)).toEqual([]);
});
