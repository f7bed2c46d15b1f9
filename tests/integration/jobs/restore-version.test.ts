import { expect, test, vi } from 'vitest';
import { createJob } from '#server/jobs/create-job.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { listVersions } from '#server/jobs/reads/list-versions.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { restoreVersion } from '#server/jobs/versions/restore-version.server.ts';
import { aJob, aUser } from '../makers.ts';

vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));

test('a version is restored as a new one, with all of its content and the current status', async () => {
  const owner = await aUser();
  const first = aJob({
    headers: { authorization: 'Bearer one' },
    payload: '{"a":1}',
    httpMethod: 'POST',
    tags: ['x'],
  });
  const { id: jobId } = await createJob({ owner, input: first });
  await updateJob({ owner, jobId, changes: { headers: null, payload: null, timeoutSeconds: 99, tags: [] } });
  await setJobStatus({ owner, jobId, status: 'paused' });

  const restored = await restoreVersion({ owner, jobId, version: 1 });

  expect(restored).toMatchObject({
    desiredVersion: 4,
    status: 'paused',
    headers: { authorization: 'Bearer one' },
    payload: '{"a":1}',
    timeoutSeconds: 30,
    tags: ['x'],
  });
  const versions = await listVersions({ ownerId: owner.id, jobId, limit: 3 });
  expect(versions.map(({ version }) => version)).toEqual([4, 3, 2]);
  expect(versions[0]).toMatchObject({
    changedById: owner.id,
    snapshot: { timeoutSeconds: 30, status: 'paused' },
  });
});

test('restoring identical content creates no version', async () => {
  const owner = await aUser();
  const { id: jobId } = await createJob({ owner, input: aJob() });
  await setJobStatus({ owner, jobId, status: 'paused' });
  expect(await restoreVersion({ owner, jobId, version: 1 })).toMatchObject({ desiredVersion: 2 });
});

test('a version that never existed, or of another account, cannot be restored or listed', async () => {
  const owner = await aUser();
  const stranger = await aUser();
  const { id: jobId } = await createJob({ owner, input: aJob() });
  await expect(restoreVersion({ owner, jobId, version: 7 })).rejects.toMatchObject({ type: 'not_found' });
  await expect(restoreVersion({ owner: stranger, jobId, version: 1 })).rejects.toMatchObject({
    type: 'not_found',
  });
  expect(await listVersions({ ownerId: stranger.id, jobId, limit: 5 })).toEqual([]);
  expect((await getJob({ owner, jobId })).job.desiredVersion).toBe(1);
});

test('a restore is validated by the current rules', async () => {
  const owner = await aUser();
  const { id: jobId } = await createJob({ owner, input: aJob({ externalId: 'one' }) });
  await updateJob({ owner, jobId, changes: { externalId: null } });
  await createJob({ owner, input: aJob({ externalId: 'one' }) });
  await expect(restoreVersion({ owner, jobId, version: 1 })).rejects.toThrow();
});
