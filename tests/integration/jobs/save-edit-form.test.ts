import { expect, test } from 'vitest';
import { saveJobForm } from '#app/http/forms/edit-job.server.ts';
import type { JobFormResult } from '#app/http/forms/job-form-result.ts';
import type { JobInput } from '#domain/job/job.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { aJob, aSavedJob, aUser } from '../makers.ts';

// After a conflict the form is based on their version: its masks may stand for values that only the opened one has.

type Asked = Parameters<typeof saveJobForm>[0];

async function aFormInConflict() {
  const owner = await aUser();
  const headers = { Authorization: 'Bearer kept', 'x-plain': '1' };
  const { id: jobId } = await aSavedJob({ owner, headers });
  await updateJob({ owner, jobId, changes: { headers: { 'x-plain': '1' } } });
  const input = aJob({ headers: { Authorization: '********', 'x-plain': '2' } });
  const save = (sent: Record<string, string>, given: JobInput = input) =>
    saveJobForm({
      ...({ user: owner, context: {}, session: {} } as unknown as Pick<
        Asked,
        'user' | 'context' | 'session'
      >),
      request: new Request(`http://127.0.0.1/dashboard/jobs/${jobId}/edit`, { method: 'POST' }),
      params: { id: String(jobId) },
      ...{ input: given, sent },
    });
  const saved = async () => (await getJob({ owner, jobId })).job.headers;
  return { save, saved };
}

const valuesOf = (response: Awaited<ReturnType<typeof saveJobForm>>) =>
  (response as { data: JobFormResult }).data.result?.initialValue as Record<string, string>;

test('a masked header that the other edit deleted can be kept', async () => {
  const { save, saved } = await aFormInConflict();
  const values = valuesOf(await save({ version: '1', openedVersion: '1' }));
  expect(values).toMatchObject({ version: '2', openedVersion: '1' });
  expect(await save(values)).toBeInstanceOf(Response);
  expect(await saved()).toEqual({ Authorization: 'Bearer kept', 'x-plain': '2' });
});

test('an opened version that is invalid or newer provides no value', async () => {
  const { save, saved } = await aFormInConflict();
  for (const openedVersion of ['', 'x', '2', '9'])
    await expect(save({ version: '2', openedVersion })).rejects.toMatchObject({
      ...{ type: 'validation_error', details: { headers: expect.stringContaining('mask') as string } },
    });
  expect(await saved()).toEqual({ 'x-plain': '1' });
});
