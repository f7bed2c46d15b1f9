import { expect, test, vi } from 'vitest';
import { readTestJob } from '#app/http/api/job-body.ts';
import { startTestOfForm } from '#app/http/forms/test-run-form.server.ts';
import type { JobInput } from '#domain/job/job.ts';
import { mask } from '#domain/job/secret-headers.ts';
import { db } from '#server/database/db.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { startTestRun } from '#server/test-runs/start-test-run.server.ts';
import { aJob, aSavedJob, aUser } from '../makers.ts';

vi.mock('#server/engine/relay/push-test.server.ts', () => ({ pushTest: () => Promise.resolve() }));

const headers = { Authorization: 'Bearer kept', 'x-plain': '1' };
const shown = { Authorization: mask, 'x-plain': '2' };
const sent = { Authorization: 'Bearer kept', 'x-plain': '2' };
const auth = { type: 'header' as const, name: 'x-signed-in', value: 'kept-too' };
const page = 'http://127.0.0.1/dashboard/jobs';

async function aMaskedForm() {
  const owner = await aUser();
  const { id: jobId } = await aSavedJob({ owner, headers, auth });
  return { owner, jobId, input: aJob({ headers: shown, auth: { ...auth, value: mask } }) };
}

/** The request a test run will send. */
async function requestOf({ id }: { id: string }): Promise<Pick<JobInput, 'headers' | 'auth'>> {
  const { form, ownerId } = await db().testRun.findUniqueOrThrow({ where: { id } });
  return JSON.parse(unseal({ sealed: form, userId: ownerId, field: 'testRun.form' })) as JobInput;
}

test('a test run of a saved job sends the stored values in place of masks', async () => {
  const { owner, jobId, input } = await aMaskedForm();
  const asked = { owner, input, url: `${page}/${jobId}/edit` };
  const ofForm = await startTestOfForm({ ...asked, jobId, sent: { version: '1' } });
  expect(await requestOf(ofForm)).toMatchObject({ headers: sent, auth });
  expect(await requestOf(await startTestRun({ owner, jobId, input }))).toMatchObject({ headers: sent, auth });

  // Masks in a form opened earlier stand for the values of that version.
  await updateJob({ owner, jobId, changes: { headers: null } });
  const late = await startTestOfForm({ ...asked, jobId, sent: { version: '2', openedVersion: '1' } });
  expect(await requestOf(late)).toMatchObject({ headers: sent, auth });
});

test('a test run of a duplicate sends the values of the duplicated job', async () => {
  const { owner, jobId, input } = await aMaskedForm();
  const asked = { owner, input, jobId: null, sent: {} };
  const run = await startTestOfForm({ ...asked, url: `${page}/create?from=${jobId}` });
  expect(await requestOf(run)).toMatchObject({ headers: sent, auth });
  const stranger = { ...asked, owner: await aUser(), url: `${page}/create?from=${jobId}` };
  await expect(startTestOfForm(stranger)).rejects.toMatchObject({ type: 'not_found' });
});

test('a mask without a stored value is never sent', async () => {
  const { owner, input } = await aMaskedForm();
  const refused = { type: 'validation_error' };
  const onlyHeaders = { ...input, auth: null };
  const url = `${page}/create`;
  await expect(
    startTestOfForm({ owner, jobId: null, url, input: onlyHeaders, sent: {} }),
  ).rejects.toMatchObject(refused);
  await expect(startTestRun({ owner, input: onlyHeaders })).rejects.toMatchObject(refused);
  const body = { webhook_url: 'https://shop.example.com/x', headers: shown };
  const details = { headers: 'Enter the value of Authorization: a mask cannot be saved.' };
  expect(() => readTestJob(body)).toThrow(expect.objectContaining({ details }) as Error);
  expect(await db().testRun.count({ where: { ownerId: owner.id } })).toBe(0);
});
