import { expect, test, vi } from 'vitest';
import type { JobInput } from '#domain/job.ts';
import { countJobs } from '#server/jobs/count-jobs.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { listJobs } from '#server/jobs/list-jobs.server.ts';
import { aJob, aUser } from '../makers.ts';

// What the engine hears of a save has its own tests.
vi.mock('#server/engine/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));
vi.mock('#server/engine/push-run.server.ts', () => ({ pushRun: () => Promise.resolve() }));

async function ownerWith(...jobs: Partial<JobInput>[]) {
  const owner = await aUser({ tier: 'ultimate' });
  for (const job of jobs) await createJob({ owner, input: aJob(job) });
  return owner;
}

const namesOf = ({ jobs }: Awaited<ReturnType<typeof listJobs>>) => jobs.map(({ job }) => job.name);

test('a name is found in any case, and % and _ stand for themselves', async () => {
  const { id: ownerId } = await ownerWith(
    { name: 'Nightly BACKUP' },
    { name: '100% sure' },
    { name: 'a_b' },
    { name: 'axb' },
  );
  const search = async (text: string) => namesOf(await listJobs({ ownerId, search: text, take: 50 })).sort();

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

  expect(namesOf(await listJobs({ ownerId, filter: 'paused', take: 50 })).sort()).toEqual(['draft', 'off']);
  expect(namesOf(await listJobs({ ownerId, filter: 'active', take: 50 }))).toEqual(['on']);
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
  expect(namesOf(await listJobs({ ownerId, take: 50 }))).toEqual(['each minute', 'in January', 'by hand']);
});

test('a window of the list counts all that matches', async () => {
  const { id: ownerId } = await ownerWith({ name: 'a' }, { name: 'b' }, { name: 'c' });
  const window = await listJobs({ ownerId, skip: 1, take: 1 });
  expect(namesOf(window)).toHaveLength(1);
  expect(window.matching).toBe(3);
});
