import { expect, test } from 'vitest';
import type { JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { saveEdit } from '#server/jobs/save-edit.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { restoreVersion } from '#server/jobs/versions/restore-version.server.ts';
import { aSavedJob, aUser } from '../makers.ts';

async function aJobBeingEdited() {
  const owner = await aUser();
  const { id: jobId } = await aSavedJob({ owner, name: 'Ping', description: 'Before' });
  const save = (changes: Partial<JobInput>, version: number | null = 1) =>
    saveEdit({ owner, jobId, version, edit: (seen) => ({ ...seen, ...changes }) });
  const saved = async () => (await getJob({ owner, jobId })).job;
  return { owner, jobId, save, saved };
}

test('an edit of the newest version is saved unchanged', async () => {
  const { save, saved } = await aJobBeingEdited();
  expect(await save({ name: 'Mine' })).toEqual({ kind: 'saved', taken: [] });
  expect(await saved()).toMatchObject({ name: 'Mine', desiredVersion: 2 });
});

test('changes saved meanwhile are kept and named, a pause included', async () => {
  const { owner, jobId, save, saved } = await aJobBeingEdited();
  await updateJob({ owner, jobId, changes: { description: 'Theirs' } });
  await setJobStatus({ owner, jobId, status: 'paused' });
  expect(await save({ name: 'Mine' })).toEqual({ kind: 'saved', taken: ['description', 'status'] });
  expect(await saved()).toMatchObject({ name: 'Mine', description: 'Theirs', status: 'paused' });
});

test('two edits of one field are both returned, and nothing is saved', async () => {
  const { owner, jobId, save, saved } = await aJobBeingEdited();
  await updateJob({ owner, jobId, changes: { name: 'Theirs', retryCount: 7 } });
  expect(await save({ name: 'Mine' })).toMatchObject({
    ...{ kind: 'conflict', version: 2, conflicts: ['name'], taken: ['retryCount'] },
    ...{ mine: { name: 'Mine' }, theirs: { name: 'Theirs' }, merged: { name: 'Mine', retryCount: 7 } },
  });
  expect(await saved()).toMatchObject({ name: 'Theirs', desiredVersion: 2 });
  expect(await save({ name: 'Mine' }, 2)).toEqual({ kind: 'saved', taken: [] });
  expect(await saved()).toMatchObject({ name: 'Mine', retryCount: 7 });
});

test('if the opened version is no longer kept, every difference is a conflict', async () => {
  const { owner, jobId, save } = await aJobBeingEdited();
  await updateJob({ owner, jobId, changes: { description: 'Theirs' } });
  await db().jobVersion.delete({ where: { jobId_version: { jobId, version: 1 } } });
  expect(await save({ description: 'Before', name: 'Mine' })).toMatchObject({
    ...{ kind: 'conflict', conflicts: ['name', 'description'] },
  });
});

test('each of ten saves at once is kept, or returned as a conflict', async () => {
  const { save, saved } = await aJobBeingEdited();
  const fields = ['description', 'timeoutSeconds', 'retryCount', 'externalId', 'overlap'] as const;
  const edits = [{ description: 'x' }, { timeoutSeconds: 7 }, { retryCount: 9 }, { externalId: 'e' }];
  const results = await Promise.all([...edits, { overlap: 'queue' as const }].map((edit) => save(edit)));
  expect(results.map(({ kind }) => kind)).toEqual(fields.map(() => 'saved'));
  expect(await saved()).toMatchObject({
    ...{ description: 'x', timeoutSeconds: 7, retryCount: 9, externalId: 'e', overlap: 'queue' },
  });
});

test('a version is restored only over the version its owner has seen', async () => {
  const { owner, jobId, saved } = await aJobBeingEdited();
  await updateJob({ owner, jobId, changes: { name: 'Second' } });
  await updateJob({ owner, jobId, changes: { name: 'Third' } });
  await expect(restoreVersion({ owner, jobId, version: 1, seen: 2 })).rejects.toMatchObject({
    ...{ type: 'conflict', message: expect.stringContaining('version 1 was not restored') as string },
  });
  expect(await saved()).toMatchObject({ name: 'Third' });
  await restoreVersion({ owner, jobId, version: 1, seen: 3 });
  expect(await saved()).toMatchObject({ name: 'Ping' });
});
