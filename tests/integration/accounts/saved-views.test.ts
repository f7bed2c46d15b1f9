import { expect, test } from 'vitest';
import { readJobListQuery } from '#app/query/list-query.ts';
import { db } from '#server/database/db.server.ts';
import { matchingJobs } from '#server/jobs/reads/matching-jobs.server.ts';
import { deleteView } from '#server/views/delete-view.server.ts';
import { listViews } from '#server/views/list-views.server.ts';
import { renameView, saveView } from '#server/views/save-view.server.ts';
import { aSavedJob, aUser } from '../makers.ts';

const namesOf = async (userId: number) => (await listViews({ userId })).map(({ name }) => name);

async function withViews(...names: string[]) {
  const { id: userId } = await aUser();
  for (const name of names) await saveView({ userId, name, query: 'filter=paused' });
  return {
    userId,
    idOf: async (name: string) => (await listViews({ userId })).find((one) => one.name === name)?.id ?? 0,
  };
}

test('views are listed by name, and names are unique whatever their case', async () => {
  const { userId, idOf } = await withViews('zeta', 'Alpha', 'a_b');
  expect(await namesOf(userId)).toEqual(['a_b', 'Alpha', 'zeta']);
  await expect(saveView({ userId, name: ' ALPHA ', query: 'tag=x' })).rejects.toMatchObject({
    type: 'validation_error',
    details: { name: 'You already have a view named Alpha. Choose another name.' },
  });
  // No character of a name is a wildcard.
  await saveView({ userId, name: 'acb', query: 'tag=x' });
  await renameView({ userId, viewId: await idOf('Alpha'), name: 'alpha' });
  await expect(renameView({ userId, viewId: await idOf('alpha'), name: 'Zeta' })).rejects.toMatchObject({
    type: 'validation_error',
  });
  expect(await namesOf(userId)).toEqual(['a_b', 'acb', 'alpha', 'zeta']);
});

test('a name has 1 to 60 characters without control characters, and a view narrows or orders the list', async () => {
  const { id: userId } = await aUser();
  for (const name of ['', '  ', 'n'.repeat(61), 'a\u0000b'])
    await expect(saveView({ userId, name, query: 'tag=x' })).rejects.toMatchObject({
      details: { name: expect.stringMatching(/^(Enter a name|The name can have|Name: )/) as string },
    });
  await expect(saveView({ userId, name: 'plain', query: '' })).rejects.toMatchObject({
    details: { query: 'Search, filter or sort the job list first, then save the view.' },
  });
  await saveView({ userId, name: 'n'.repeat(60), query: 'tag=x' });
});

test('an account has at most 20 views, even if several are saved at once', async () => {
  const { id: userId } = await aUser();
  const saves = await Promise.allSettled(
    Array.from({ length: 23 }, (_, place) => saveView({ userId, name: `view ${place}`, query: 'tag=x' })),
  );
  expect(saves.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  expect(await namesOf(userId)).toHaveLength(20);
  await expect(saveView({ userId, name: 'one more', query: 'tag=x' })).rejects.toMatchObject({
    type: 'conflict',
    details: { limit: 20, used: 20 },
  });
});

test("another account's view is not found", async () => {
  const { userId, idOf } = await withViews('mine');
  const { id: stranger } = await aUser();
  const viewId = await idOf('mine');
  await expect(renameView({ userId: stranger, viewId, name: 'theirs' })).rejects.toMatchObject({
    type: 'not_found',
  });
  await expect(deleteView({ userId: stranger, viewId })).rejects.toMatchObject({ type: 'not_found' });
  expect(await namesOf(userId)).toEqual(['mine']);
  await deleteView({ userId, viewId });
  expect(await db().savedView.count({ where: { userId } })).toBe(0);
});

test('the search of the list finds names, hosts and tags', async () => {
  const owner = await aUser();
  const webhookUrl = 'https://other.example.com/hook';
  const { id: byName } = await aSavedJob({ owner, name: 'Billing run', webhookUrl });
  const { id: byTag } = await aSavedJob({ owner, name: 'Nightly', tags: ['billing-team'], webhookUrl });
  const { id: byHost } = await aSavedJob({ owner, name: 'Sync', webhookUrl: 'https://billing.example.com/' });
  await aSavedJob({ owner, name: 'Else', tags: ['ops'], webhookUrl });
  const { ids, matching } = await matchingJobs({
    ownerId: owner.id,
    query: readJobListQuery('?search=BILLING&sort=name'),
    take: 10,
  });
  expect(ids).toEqual([byName, byTag, byHost]);
  expect(matching).toBe(3);
});
