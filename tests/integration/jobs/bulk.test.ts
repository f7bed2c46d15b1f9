import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { deleteJobs } from '#server/jobs/delete-jobs.server.ts';
import { runJobs } from '#server/jobs/run-jobs.server.ts';
import { setJobStatuses } from '#server/jobs/set-job-statuses.server.ts';
import { tagJobs } from '#server/jobs/tag-jobs.server.ts';
import { aSavedJob, aUser } from '../makers.ts';

vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));

async function anOwner({ jobs, ...given }: { jobs: number } & Parameters<typeof aSavedJob>[0]) {
  const owner = await aUser({ tier: 'ultimate' });
  const ids: number[] = [];
  for (let place = 0; place < jobs; place += 1) ids.push((await aSavedJob({ ...given, owner })).id);
  return { owner, ids };
}

const jobsOf = (ids: number[]) =>
  db().job.findMany({ where: { id: { in: ids } }, include: { state: true }, orderBy: { id: 'asc' } });
const eventsOf = (actorId: number, code: string) => db().securityEvent.count({ where: { actorId, code } });

test('many jobs are paused and resumed like one: version, next run and a security event for each', async () => {
  const { owner, ids } = await anOwner({ jobs: 3 });
  const paused = await setJobStatuses({ owner, jobIds: ids, status: 'paused' });
  expect(paused.before).toEqual(ids.map((jobId) => ({ jobId, status: 'active' })));
  for (const job of await jobsOf(ids)) {
    expect(job).toMatchObject({ status: 'paused', desiredVersion: 2, state: { nextRunAt: null } });
  }
  const again = await setJobStatuses({ owner, jobIds: ids, status: 'paused' });
  expect(again).toEqual({ updated: 3, refused: 0, before: [] });

  await db().job.update({ where: { id: ids[0] ?? 0 }, data: { pauseReason: 'It failed for long.' } });
  await db().jobState.update({ where: { jobId: ids[0] ?? 0 }, data: { failureStreak: 90 } });
  await setJobStatuses({ owner, jobIds: ids, status: 'active' });
  const jobs = await jobsOf(ids);
  expect(jobs.map(({ desiredVersion }) => desiredVersion)).toEqual([3, 3, 3]);
  expect(jobs[0]).toMatchObject({ pauseReason: null, state: { failureStreak: 0 } });
  expect(jobs.every(({ state }) => state?.nextRunAt && state.nextRunAt > new Date())).toBe(true);
  const versions = await db().jobVersion.findMany({ where: { jobId: { in: ids }, version: 3 } });
  expect(versions.map(({ status, summary }) => [status, summary])).toEqual(
    ids.map(() => ['active', 'status']),
  );
  expect(await eventsOf(owner.id, 'job_changed')).toBe(6);
});

test("another account's jobs are unchanged, and the attempt is logged once", async () => {
  const { owner, ids } = await anOwner({ jobs: 1 });
  const other = await anOwner({ jobs: 2 });
  const jobIds = [...ids, ...other.ids];
  expect(await setJobStatuses({ owner, jobIds, status: 'paused' })).toMatchObject({ updated: 1 });
  expect(await tagJobs({ owner, jobIds, tag: 'mine' })).toMatchObject({ changed: ids });
  expect(await runJobs({ owner, jobIds })).toEqual({ started: 0, resting: 1 });
  expect(await deleteJobs({ owner, jobIds })).toEqual({ deleted: 1 });
  for (const job of await jobsOf(other.ids)) {
    expect(job).toMatchObject({ status: 'active', tags: [], deletedAt: null, desiredVersion: 1 });
  }
  expect(await eventsOf(owner.id, 'foreign_id')).toBe(4);
});

test('a tag is added to the jobs that lack it and have room for it, and removed again', async () => {
  const { owner, ids } = await anOwner({ jobs: 2, tags: ['a'] });
  const full = await aSavedJob({ owner, tags: Array.from({ length: 10 }, (_, n) => `tag ${n}`) });
  const all = [...ids, full.id];
  expect(await tagJobs({ owner, jobIds: all, tag: 'ops' })).toEqual({ changed: ids, full: 1 });
  expect(await tagJobs({ owner, jobIds: all, tag: 'ops' })).toEqual({ changed: [], full: 1 });
  expect((await jobsOf(ids)).map(({ tags }) => tags)).toEqual([
    ['a', 'ops'],
    ['a', 'ops'],
  ]);
  await tagJobs({ owner, jobIds: all, tag: 'ops', isRemoved: true });
  expect((await jobsOf(ids)).map(({ tags }) => tags)).toEqual([['a'], ['a']]);
});

test('active jobs run, others do not', async () => {
  const { owner, ids } = await anOwner({ jobs: 2 });
  const paused = await aSavedJob({ owner, status: 'paused' });
  expect(await runJobs({ owner, jobIds: [...ids, paused.id] })).toEqual({ started: 2, resting: 1 });
  expect(await db().execution.count({ where: { jobId: { in: ids }, trigger: 'manual' } })).toBe(2);
});

test('deleted jobs disappear from every list at once', async () => {
  const { owner, ids } = await anOwner({ jobs: 2 });
  expect(await deleteJobs({ owner, jobIds: ids })).toEqual({ deleted: 2 });
  expect(await db().job.count({ where: { ownerId: owner.id, deletedAt: null } })).toBe(0);
  expect(await deleteJobs({ owner, jobIds: ids })).toEqual({ deleted: 0 });
});
