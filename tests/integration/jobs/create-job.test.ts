import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { lockOwnerRow } from '../lock-owner-row.ts';
import { aJob, aSavedJob, aUser } from '../makers.ts';

type User = Awaited<ReturnType<typeof aUser>>;

async function fill({ owner, places }: { owner: User; places: number }) {
  for (let place = 1; place <= places; place += 1) await aSavedJob({ owner });
}

test('two saves at once cannot both use the last job that a plan allows', async () => {
  const owner = await aUser({ tier: 'free' });
  await fill({ owner, places: 9 });
  const gate = await lockOwnerRow({ ownerId: owner.id });

  const saves = Promise.allSettled([
    createJob({ owner, input: aJob() }),
    createJob({ owner, input: aJob() }),
  ]);
  await gate.openOnceWaiting(2);

  expect((await saves).map((save) => save.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await db().job.count({ where: { ownerId: owner.id } })).toBe(10);
});

test('waiting saves of one account leave database connections to the others', async () => {
  const [busy, other] = [await aUser({ tier: 'ultimate' }), await aUser()];
  const gate = await lockOwnerRow({ ownerId: busy.id });

  const saves = Promise.all(Array.from({ length: 30 }, () => createJob({ owner: busy, input: aJob() })));
  await gate.onceWaiting(2);
  const saved = await createJob({ owner: other, input: aJob() });
  await gate.openOnceWaiting(2);

  expect(saved.ownerId).toBe(other.id);
  expect(await saves).toHaveLength(30);
});

test('above the limit the refusal says how many jobs the plan allows and how many are used', async () => {
  const owner = await aUser({ tier: 'free' });
  await fill({ owner, places: 9 });
  await aSavedJob({ owner, status: 'paused' });

  await expect(createJob({ owner, input: aJob() })).rejects.toMatchObject({
    type: 'authorization_error',
    details: { limit: 10, used: 10 },
  });
});

test('an inactive job is saved beyond the limit, since it does not count', async () => {
  const owner = await aUser({ tier: 'free' });
  await fill({ owner, places: 10 });

  const draft = await createJob({ owner, input: aJob({ status: 'inactive' }) });

  expect(draft.status).toBe('inactive');
  const state = await db().jobState.findUnique({ where: { jobId: draft.id } });
  expect(state?.nextRunAt).toBeNull();
});

test('no secret of a job is stored in the clear, neither in its row nor in its version', async () => {
  const owner = await aUser();
  const input = aJob({
    webhookUrl: 'https://hooks.example.com/canary-path',
    httpMethod: 'POST',
    headers: { 'x-api-key': 'canary-header' },
    payload: '{"token":"canary-payload"}',
    notificationType: 'webhook',
    notificationConfig: 'https://notes.example.com/canary-note',
  });

  const { id } = await createJob({ owner, input });

  const rows = await db().$queryRaw`
    select j::text as "job", v::text as "version" from "Job" j join "JobVersion" v on v."jobId" = j."id"
    where j."id" = ${id}`;
  expect(JSON.stringify(rows)).toContain('hooks.example.com');
  expect(JSON.stringify(rows)).not.toContain('canary');
});

test('a new job has version 1, its next run and a security event', async () => {
  const owner = await aUser();

  const job = await createJob({ owner, input: aJob({ cronExpression: '0 * * * *' }) });

  expect(job.desiredVersion).toBe(1);
  const version = await db().jobVersion.findUniqueOrThrow({
    where: { jobId_version: { jobId: job.id, version: 1 } },
  });
  expect(version).toMatchObject({ summary: 'created', status: 'active', cronExpression: '0 * * * *' });
  const state = await db().jobState.findUniqueOrThrow({ where: { jobId: job.id } });
  expect(state.nextRunAt?.getUTCMinutes()).toBe(0);
  expect(await db().securityEvent.count({ where: { code: 'job_changed', subjectId: job.id } })).toBe(1);
});

test('an address inside our own network is refused at its field and nothing is stored', async () => {
  const owner = await aUser();
  const input = aJob({ webhookUrl: 'http://169.254.169.254/latest/meta-data' });

  await expect(createJob({ owner, input })).rejects.toMatchObject({ type: 'validation_error' });

  expect(await db().job.count({ where: { ownerId: owner.id } })).toBe(0);
});

test('a save succeeds while Temporal is down', async () => {
  vi.stubEnv('TEMPORAL_ADDRESS', '127.0.0.1:9');
  const owner = await aUser();

  const job = await createJob({ owner, input: aJob() });

  expect(job.appliedVersion).toBe(0);
  expect(await db().job.count({ where: { id: job.id } })).toBe(1);
});

test('an external id of another job of the owner is refused at its field', async () => {
  const [owner, other] = [await aUser(), await aUser()];
  const first = await createJob({ owner, input: aJob({ name: 'First', externalId: 'nightly' }) });
  const again = createJob({ owner, input: aJob({ externalId: 'nightly' }) });
  await expect(again).rejects.toMatchObject({
    type: 'validation_error',
    details: { externalId: 'Your job First has this external id. Write another one.' },
  });
  await createJob({ owner: other, input: aJob({ externalId: 'nightly' }) });
  await updateJob({ owner, jobId: first.id, changes: { name: 'Renamed' } });
  const second = await createJob({ owner, input: aJob() });
  await expect(
    updateJob({ owner, jobId: second.id, changes: { externalId: 'nightly' } }),
  ).rejects.toMatchObject({ type: 'validation_error' });
});
