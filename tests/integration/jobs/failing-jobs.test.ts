import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { listFailingJobs } from '#server/jobs/reads/list-failing-jobs.server.ts';
import { aSavedJob, aUser } from '../makers.ts';

const failing = (jobId: number, since: string) =>
  db().jobState.update({
    where: { jobId },
    data: { failureStreak: 3, streakStartedAt: new Date(since) },
  });
const names = async (ownerId: number) => {
  const { jobs, total } = await listFailingJobs({ ownerId, take: 10 });
  expect(jobs).toHaveLength(total);
  return jobs.map(({ name }) => name);
};

test('failing jobs are listed, those failing longest first', async () => {
  const owner = await aUser();
  const foreign = await aSavedJob();
  const [one, two] = [await aSavedJob({ owner, name: 'one' }), await aSavedJob({ owner, name: 'two' })];
  await aSavedJob({ owner, name: 'well' });
  for (const [id, since] of [
    [one.id, '2026-11-21T12:00:00Z'],
    [two.id, '2026-11-20T12:00:00Z'],
    [foreign.id, '2026-11-19T12:00:00Z'],
  ] as const) {
    await failing(id, since);
  }
  expect(await names(owner.id)).toEqual(['two', 'one']);

  await db().jobState.update({ where: { jobId: two.id }, data: { failureStreak: 0, streakStartedAt: null } });
  expect(await names(owner.id)).toEqual(['one']);
});

test('a paused or deleted job no longer counts as failing; one resumed during a streak does', async () => {
  const owner = await aUser();
  const [one, two] = [await aSavedJob({ owner, name: 'one' }), await aSavedJob({ owner, name: 'two' })];
  await failing(one.id, '2026-11-21T12:00:00Z');
  await failing(two.id, '2026-11-21T13:00:00Z');

  await db().job.updateMany({ where: { ownerId: owner.id }, data: { status: 'paused' } });
  expect(await names(owner.id)).toEqual([]);
  await db().job.updateMany({ where: { ownerId: owner.id }, data: { status: 'active' } });
  expect(await names(owner.id)).toEqual(['one', 'two']);
  await db().job.update({ where: { id: one.id }, data: { deletedAt: new Date() } });
  expect(await names(owner.id)).toEqual(['two']);
});
