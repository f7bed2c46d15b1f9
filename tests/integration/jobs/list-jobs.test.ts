import { expect, test, vi } from 'vitest';
import type { JobQuery } from '#domain/job/job-query.ts';
import type { JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { countJobs } from '#server/jobs/reads/count-jobs.server.ts';
import { listJobs } from '#server/jobs/reads/list-jobs.server.ts';
import { listTags } from '#server/jobs/reads/list-tags.server.ts';
import { rare } from '#tests/integration/rare-schedule.ts';
import { aJob, aUser } from '../makers.ts';

// Pushes to the engine have tests of their own.
vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));
vi.mock('#server/engine/relay/push-run.server.ts', () => ({ pushRun: () => Promise.resolve() }));

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

test('a name is found in any case, and % and _ are literal', async () => {
  const { id: ownerId } = await ownerWith(
    { name: 'Nightly BACKUP' },
    { name: '100% sure' },
    { name: 'a_b' },
    { name: 'axb' },
  );
  const search = async (text: string) => namesOf(await list({ ownerId, search: text })).sort();

  expect(await search('backup')).toEqual(['Nightly BACKUP']);
  expect(await search('back\0up')).toEqual(['Nightly BACKUP']);
  expect(await search('%')).toEqual(['100% sure']);
  expect(await search('a_b')).toEqual(['a_b']);
});

test('inactive jobs are listed under Paused and counted in the total only', async () => {
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

test('the job that fires next comes first, those that never fire last', async () => {
  const { id: ownerId } = await ownerWith(
    { name: 'by hand', cronExpression: null },
    { name: 'once a year', cronExpression: rare },
    { name: 'each minute', cronExpression: '* * * * *' },
  );
  expect(namesOf(await list({ ownerId }))).toEqual(['each minute', 'once a year', 'by hand']);
});

test('pages of the list follow each other, across the jobs that never fire and in both directions', async () => {
  const { id: ownerId } = await ownerWith(
    { name: 'by hand', cronExpression: null },
    { name: 'once a year', cronExpression: rare },
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
  expect(await walked({})).toEqual(['each minute', 'once a year', 'by hand', 'off', 'draft']);
  expect(await walked({ isDescending: true })).toEqual([
    'once a year',
    'each minute',
    'by hand',
    'off',
    'draft',
  ]);
  expect(await walked({ filter: 'paused' })).toEqual(['off', 'draft']);
});

test('the list is ordered by the displayed next run: past skips, and the end of a timed pause', async () => {
  const inMs = (ms: number) => new Date(Date.now() + ms);
  const { id: ownerId } = await ownerWith(
    { name: 'hourly', cronExpression: '0 * * * *' },
    { name: 'each minute, skipped for 2 hours', cronExpression: '* * * * *' },
    { name: 'paused for 1 hour and a half', cronExpression: '* * * * *', status: 'paused' },
    { name: 'once a year', cronExpression: rare },
    { name: 'off', status: 'paused' },
  );
  const idOf = async (name: RegExp) => {
    const jobs = await db().job.findMany({ where: { ownerId } });
    return jobs.find((job) => name.test(job.name))?.id ?? 0;
  };
  const jobId = await idOf(/2 hours/);
  const { nextRunAt } = await db().jobState.findUniqueOrThrow({ where: { jobId } });
  const skips = Array.from({ length: 120 }, (_, n) => new Date((nextRunAt?.getTime() ?? 0) + n * 60_000));
  await db().skip.createMany({
    data: skips.map((scheduledFor) => ({ jobId, scheduledFor, createdById: ownerId })),
  });
  await db().job.update({
    where: { id: await idOf(/paused for/) },
    data: { pausedUntil: inMs(90 * 60_000) },
  });

  const order = ['hourly', 'paused for 1 hour and a half', 'each minute, skipped for 2 hours', 'once a year'];
  expect(namesOf(await list({ ownerId }))).toEqual([...order, 'off']);
  expect(namesOf(await list({ ownerId, isDescending: true }))).toEqual([...order.toReversed(), 'off']);
  expect(namesOf(await list({ ownerId, filter: 'paused' }))).toEqual([order[1], 'off']);
  expect(namesOf(await list({ ownerId, filter: 'active' }))).toEqual([order[0], order[2], order[3]]);
  const windows = await Promise.all(
    [0, 2, 4].map((skip) => listJobs({ ownerId, query: plain, skip, take: 2 })),
  );
  expect(windows.flatMap(namesOf)).toEqual([...order, 'off']);
  expect(windows.map(({ matching }) => matching)).toEqual([5, 5, 5]);
});

test('a page of the list counts all matching jobs', async () => {
  const { id: ownerId } = await ownerWith({ name: 'a' }, { name: 'b' }, { name: 'c' });
  const window = await listJobs({ ownerId, query: plain, skip: 1, take: 1 });
  expect(namesOf(window)).toHaveLength(1);
  expect(window.matching).toBe(3);
});

test('the list sorts by its columns, in any case and both directions; missing values come last', async () => {
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

test('tag and last result filter the list; superseded and unknown count as failed', async () => {
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
  expect(namesOf(await list({ ownerId, tag: 'ops', result: 'failed', sort: 'name' }))).toEqual(['b']);
  expect((await list({ ownerId, tag: 'ops', search: 'A' })).matching).toBe(1);
  expect(await listTags({ ownerId, take: 10 })).toEqual(['ops', 'night']);
});

test('the last result is the newest one, of jobs that are not deleted, in every order and in the count', async () => {
  const owner = await ownerWith({ name: 'a' }, { name: 'b' }, { name: 'c', status: 'paused' }, { name: 'd' });
  const { id: ownerId } = owner;
  const rows = await db().job.findMany({ where: { ownerId }, orderBy: { id: 'asc' } });
  const end = (lastOutcome: 'success' | 'failed') =>
    db().jobState.updateMany({
      where: { job: { ownerId, name: { not: 'd' } } },
      data: { lastRunAt: new Date(), lastOutcome },
    });
  const failed = async (query: Partial<JobQuery>) => {
    const found = await list({ ownerId, result: 'failed', ...query });
    return [namesOf(found).sort(), found.matching];
  };
  await end('failed');
  expect(await failed({})).toEqual([['a', 'b', 'c'], 3]);
  expect(await failed({ filter: 'paused' })).toEqual([['c'], 1]);
  expect(await failed({ sort: 'last' })).toEqual([['a', 'b', 'c'], 3]);

  await db().job.update({ where: { id: rows[0]?.id ?? 0 }, data: { deletedAt: new Date() } });
  await db().jobState.update({ where: { jobId: rows[0]?.id ?? 0 }, data: { lastOutcome: 'unknown' } });
  expect(await failed({})).toEqual([['b', 'c'], 2]);
  expect(await failed({ sort: 'created' })).toEqual([['b', 'c'], 2]);
  await end('success');
  expect(await failed({})).toEqual([[], 0]);
});

test('a deleted job is on no page, even if its state still has a next run', async () => {
  const { id: ownerId } = await ownerWith({ name: 'gone' }, { name: 'kept' });
  await db().job.updateMany({ where: { ownerId, name: 'gone' }, data: { deletedAt: new Date() } });
  expect(namesOf(await list({ ownerId }))).toEqual(['kept']);
});
