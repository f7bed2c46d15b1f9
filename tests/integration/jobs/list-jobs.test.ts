import { expect, test, vi } from 'vitest';
import type { JobInput } from '#domain/job.ts';
import { countJobs } from '#server/jobs/count-jobs.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { db } from '#server/db.server.ts';
import { listJobs } from '#server/jobs/list-jobs.server.ts';
import { listTags } from '#server/jobs/list-tags.server.ts';
import type { JobQuery } from '#domain/job-query.ts';
import { aJob, aUser } from '../makers.ts';

// What the engine hears of a save has its own tests.
vi.mock('#server/engine/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));
vi.mock('#server/engine/push-run.server.ts', () => ({ pushRun: () => Promise.resolve() }));

async function ownerWith(...jobs: Partial<JobInput>[]) {
  const owner = await aUser({ tier: 'ultimate' });
  for (const job of jobs) await createJob({ owner, input: aJob(job) });
  return owner;
}

const plain: JobQuery = {
  search: '',
  filter: 'all',
  tag: null,
  result: 'all',
  sort: 'next',
  isDescending: false,
};
const list = ({ ownerId, ...query }: Partial<JobQuery> & { ownerId: number }) =>
  listJobs({ ownerId, query: { ...plain, ...query }, take: 50 });

const namesOf = ({ jobs }: Awaited<ReturnType<typeof listJobs>>) => jobs.map(({ job }) => job.name);

test('a name is found in any case, and % and _ stand for themselves', async () => {
  const { id: ownerId } = await ownerWith(
    { name: 'Nightly BACKUP' },
    { name: '100% sure' },
    { name: 'a_b' },
    { name: 'axb' },
  );
  const search = async (text: string) => namesOf(await list({ ownerId, search: text })).sort();

  expect(await search('backup')).toEqual(['Nightly BACKUP']);
  expect(await search('%')).toEqual(['100% sure']);
  expect(await search('a_b')).toEqual(['a_b']);
});

test('drafts are listed under Paused and counted in the total only', async () => {
  const owner = await ownerWith(
    { name: 'on' },
    { name: 'off', status: 'paused' },
    { name: 'draft', status: 'inactive' },
  );
  const { id: ownerId } = owner;

  expect(namesOf(await list({ ownerId, filter: 'paused' })).sort()).toEqual(['draft', 'off']);
  expect(namesOf(await list({ ownerId, filter: 'active' }))).toEqual(['on']);
  expect(await countJobs({ ownerId, tier: 'ultimate' })).toEqual({
    total: 3,
    active: 1,
    used: 2,
    limit: Infinity,
  });
});

test('the job that fires next comes first, one that never fires last', async () => {
  const { id: ownerId } = await ownerWith(
    { name: 'by hand', cronExpression: null },
    { name: 'in January', cronExpression: '0 0 1 1 *' },
    { name: 'each minute', cronExpression: '* * * * *' },
  );
  expect(namesOf(await list({ ownerId }))).toEqual(['each minute', 'in January', 'by hand']);
});

test('windows of the list follow each other, across the jobs that never fire and both ways', async () => {
  const { id: ownerId } = await ownerWith(
    { name: 'by hand', cronExpression: null },
    { name: 'in January', cronExpression: '0 0 1 1 *' },
    { name: 'off', status: 'paused' },
    { name: 'each minute', cronExpression: '* * * * *' },
    { name: 'draft', status: 'inactive' },
  );
  const walked = async (query: Partial<JobQuery>) => {
    const names: string[] = [];
    for (let skip = 0; skip < 6; skip += 2) {
      names.push(...namesOf(await listJobs({ ownerId, query: { ...plain, ...query }, skip, take: 2 })));
    }
    return names;
  };
  expect(await walked({})).toEqual(['each minute', 'in January', 'by hand', 'off', 'draft']);
  expect(await walked({ isDescending: true })).toEqual([
    'in January',
    'each minute',
    'by hand',
    'off',
    'draft',
  ]);
  expect(await walked({ filter: 'paused' })).toEqual(['off', 'draft']);
});

test('a window of the list counts all that matches', async () => {
  const { id: ownerId } = await ownerWith({ name: 'a' }, { name: 'b' }, { name: 'c' });
  const window = await listJobs({ ownerId, query: plain, skip: 1, take: 1 });
  expect(namesOf(window)).toHaveLength(1);
  expect(window.matching).toBe(3);
});

test('the list sorts by its columns, whatever the case, both ways; what has no value stands last', async () => {
  const { id: ownerId } = await ownerWith(
    { name: 'beta' },
    { name: 'Alpha', cronExpression: null },
    { name: 'gamma', status: 'paused' },
  );
  expect(namesOf(await list({ ownerId, sort: 'name' }))).toEqual(['Alpha', 'beta', 'gamma']);
  expect(namesOf(await list({ ownerId, sort: 'name', isDescending: true }))).toEqual([
    'gamma',
    'beta',
    'Alpha',
  ]);
  expect(namesOf(await list({ ownerId, isDescending: true }))[0]).toBe('beta');
  expect(namesOf(await list({ ownerId, sort: 'status', isDescending: true }))[0]).toBe('gamma');
});

test('tag and last result narrow the list; superseded and unknown count as failed', async () => {
  const owner = await ownerWith(
    { name: 'a', tags: ['ops', 'night'] },
    { name: 'b', tags: ['ops'] },
    { name: 'c' },
  );
  const { id: ownerId } = owner;
  const idOf = async (name: string) => (await db().job.findFirstOrThrow({ where: { ownerId, name } })).id;
  const lastRunAt = new Date();
  await db().jobState.update({
    where: { jobId: await idOf('a') },
    data: { lastRunAt, lastOutcome: 'success' },
  });
  await db().jobState.update({
    where: { jobId: await idOf('b') },
    data: { lastRunAt, lastOutcome: 'unknown' },
  });

  expect(namesOf(await list({ ownerId, tag: 'ops' })).sort()).toEqual(['a', 'b']);
  expect(namesOf(await list({ ownerId, tag: 'night' }))).toEqual(['a']);
  expect(namesOf(await list({ ownerId, result: 'success' }))).toEqual(['a']);
  expect(namesOf(await list({ ownerId, result: 'failed' }))).toEqual(['b']);
  expect(namesOf(await list({ ownerId, result: 'never' }))).toEqual(['c']);
  expect(namesOf(await list({ ownerId, tag: 'op' }))).toEqual([]);
  expect(await listTags({ ownerId, take: 10 })).toEqual(['ops', 'night']);
});
