import { beforeEach, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { countQuarterHours } from '#server/heat-map/count-quarter-hours.server.ts';
import { keptOwnerQuarters } from '#server/heat-map/kept-owner-quarters.server.ts';
import { jobQuarters, jobsOfHour, ownerQuarters } from '#server/heat-map/read-quarter-hours.server.ts';
import { aSavedJob, aUser } from '../makers.ts';
import { aRun, dayMs, minuteMs } from './kit.ts';

const yesterday = (Math.floor(Date.now() / dayMs) - 1) * dayMs;
const nine = yesterday + 9 * 60 * minuteMs;
const hour = { from: nine, until: nine + 60 * minuteMs };

beforeEach(async () => {
  await db().job.deleteMany();
  await db().maintenanceTask.deleteMany({ where: { name: 'quarter-hours' } });
});

/** Two jobs of an owner, one of somebody else: "Often" fails once in three runs, "Slow" never. */
async function threeJobs() {
  const owner = await aUser();
  const often = await aSavedJob({ owner, name: 'Often' });
  const slow = await aSavedJob({ owner, name: 'Slow' });
  const other = await aSavedJob();
  for (const index of [0, 1, 2])
    await aRun({
      jobId: often.id,
      at: nine + index * minuteMs,
      outcome: index === 1 ? 'superseded' : 'success',
    });
  await aRun({ jobId: slow.id, at: nine + 30 * minuteMs, durationMs: 9_000, latenessMs: 2_000 });
  await aRun({ jobId: slow.id, at: nine + 60 * minuteMs });
  await aRun({ jobId: other.id, at: nine });
  await countQuarterHours({ isStopping: () => false });
  return { owner, often, slow };
}

test('a job has its own quarter-hours, an account the sums over its jobs', async () => {
  const { owner, slow } = await threeJobs();
  expect(await jobQuarters({ jobId: slow.id, from: yesterday })).toMatchObject([
    { quarter: 38, runs: 1, failures: 0, late: 1, latenessSumMs: 2_000, timed: 1, durationSumMs: 9_000 },
    { quarter: 40, runs: 1 },
  ]);
  const sums = await ownerQuarters({ ownerId: owner.id, from: yesterday });
  expect(sums.sort((one, two) => one.quarter - two.quarter)).toMatchObject([
    { quarter: 36, runs: 3, failures: 1, latenessMaxMs: 20, durationSumMs: 300 },
    { quarter: 38, runs: 1, latenessMaxMs: 2_000 },
    { quarter: 40, runs: 1 },
  ]);
  expect(await jobQuarters({ jobId: slow.id, from: yesterday + dayMs })).toEqual([]);
});

test('the jobs of an hour are ordered by the displayed metric, for failures only those with some', async () => {
  const { owner, often, slow } = await threeJobs();
  const asked = { ownerId: owner.id, spans: [hour], limit: 20 };
  const idsBy = async (metric: Parameters<typeof jobsOfHour>[0]['metric']) =>
    (await jobsOfHour({ ...asked, metric })).jobs.map(({ id }) => id);
  expect(await idsBy('runs')).toEqual([often.id, slow.id]);
  expect(await idsBy('failures')).toEqual([often.id]);
  expect(await idsBy('lateness')).toEqual([slow.id, often.id]);
  expect(await idsBy('duration')).toEqual([slow.id, often.id]);
  expect(await jobsOfHour({ ...asked, metric: 'runs', limit: 1 })).toMatchObject({
    jobs: [{ name: 'Often', runs: 3, failures: 1 }],
    total: 2,
  });
  expect(await jobsOfHour({ ...asked, spans: [], metric: 'runs' })).toEqual({ jobs: [], total: 0 });
});

test('a deleted job is in no sum', async () => {
  const { owner, often } = await threeJobs();
  await db().job.update({ where: { id: often.id }, data: { deletedAt: new Date() } });
  const sums = await ownerQuarters({ ownerId: owner.id, from: yesterday });
  expect(sums.map(({ quarter }) => quarter).sort()).toEqual([38, 40]);
});

test('the sums of an account are cached until the next count has ended', async () => {
  const { owner, often } = await threeJobs();
  const asked = { ownerId: owner.id, from: yesterday };
  const before = await keptOwnerQuarters(asked);
  expect(before).toHaveLength(3);
  await db().quarterHourStat.deleteMany({ where: { jobId: often.id } });
  expect(await keptOwnerQuarters(asked)).toEqual(before);
  await countQuarterHours({ isStopping: () => false });
  await db().quarterHourStat.deleteMany({ where: { jobId: often.id } });
  expect(await keptOwnerQuarters(asked)).toHaveLength(2);
});

test('an account with more jobs than one statement reads has the sums of all', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const { id: first } = await aSavedJob({ owner });
  await db().$executeRaw`
    insert into "Job" ("ownerId", "name", "webhookUrl", "targetHost", "updatedAt")
    select ${owner.id}, 'Job ' || n, '', 'shop.example.com', now() from generate_series(1, 250) n`;
  const { id: last } = await db().job.findFirstOrThrow({ orderBy: { id: 'desc' } });
  await aRun({ jobId: first, at: nine, latenessMs: 30 });
  await aRun({ jobId: last, at: nine, outcome: 'failed' });
  await countQuarterHours({ isStopping: () => false });
  expect(await ownerQuarters({ ownerId: owner.id, from: yesterday })).toMatchObject([
    { quarter: 36, runs: 2, failures: 1, latenessMaxMs: 30, latenessSumMs: 50 },
  ]);
});
