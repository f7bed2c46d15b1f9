import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { isSaved } from '#server/jobs/is-saved.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { rare } from '#tests/integration/rare-schedule.ts';
import { aJob, aUser } from '../makers.ts';

// Pushes to the engine have tests of their own.
vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));
vi.mock('#server/engine/relay/push-run.server.ts', () => ({ pushRun: () => Promise.resolve() }));

const versionsOf = (jobId: number) =>
  db().jobVersion.findMany({ where: { jobId }, orderBy: { version: 'asc' } });

test('a change raises the version by one and names the changed fields', async () => {
  const owner = await aUser();
  const { id } = await createJob({ owner, input: aJob() });

  const job = await updateJob({ owner, jobId: id, changes: { name: 'Renamed', timeoutSeconds: 5 } });

  expect(job).toMatchObject({ name: 'Renamed', timeoutSeconds: 5, desiredVersion: 2 });
  expect((await versionsOf(id)).map(({ version, summary }) => ({ version, summary }))).toEqual([
    { version: 1, summary: 'created' },
    { version: 2, summary: 'name, timeoutSeconds' },
  ]);
});

test('a save without changes creates no version', async () => {
  const owner = await aUser();
  const input = aJob({ headers: { 'x-one': '1' }, payload: 'text', httpMethod: 'POST' });
  const { id } = await createJob({ owner, input });

  const job = await updateJob({ owner, jobId: id, changes: input });

  expect(job.desiredVersion).toBe(1);
  expect(await versionsOf(id)).toHaveLength(1);
});

test('fields not named in a change keep their values, sealed ones too', async () => {
  const owner = await aUser();
  const input = aJob({ headers: { authorization: 'Bearer 1' }, payload: '{}', httpMethod: 'PUT' });
  const { id } = await createJob({ owner, input });

  await updateJob({ owner, jobId: id, changes: { name: 'Other' } });

  const { job } = await getJob({ owner, jobId: id });
  expect(job).toMatchObject({ headers: { authorization: 'Bearer 1' }, payload: '{}', httpMethod: 'PUT' });
});

test('another cron expression moves the next run', async () => {
  const owner = await aUser();
  const { id } = await createJob({ owner, input: aJob({ cronExpression: rare }) });
  const before = await db().jobState.findUniqueOrThrow({ where: { jobId: id } });

  await updateJob({ owner, jobId: id, changes: { cronExpression: '* * * * *' } });

  const after = await db().jobState.findUniqueOrThrow({ where: { jobId: id } });
  expect(Number(after.nextRunAt)).toBeLessThan(Number(before.nextRunAt));
});

test('50 versions are kept, and an older one while an execution uses it', async () => {
  const owner = await aUser();
  const { id } = await createJob({ owner, input: aJob() });
  const now = new Date();
  await db().execution.create({
    data: {
      jobId: id,
      trigger: 'schedule',
      scheduledFor: now,
      dueAt: now,
      jobVersion: 2,
      outcome: 'skipped',
      endedAt: now,
    },
  });

  const change = (name: string) => updateJob({ owner, jobId: id, changes: { name } });

  for (let n = 1; n <= 52; n += 1) await change(`Name ${n}`);
  // Fires without a row yet are classified by the version in force when they were due: those versions stay.
  expect(await versionsOf(id)).toHaveLength(53);

  const accountedUntil = new Date();
  await db().jobState.update({ where: { jobId: id }, data: { accountedUntil } });
  await change('Name 53');

  const kept = (await versionsOf(id)).map(({ version }) => version);
  expect(kept).toHaveLength(51);
  expect(kept.slice(0, 2)).toEqual([2, 5]);
});

test("another account's job reads like one that never existed", async () => {
  const [owner, stranger] = [await aUser(), await aUser()];
  const { id } = await createJob({ owner, input: aJob() });
  const attempt = (jobId: number) =>
    updateJob({ owner: stranger, jobId, changes: { name: 'Mine now' } }).catch((error: unknown) => error);

  const [foreign, absent] = [await attempt(id), await attempt(id + 1_000_000)];

  expect(foreign).toMatchObject({ type: 'not_found' });
  expect(foreign).toEqual(absent);
  expect(
    await db().securityEvent.count({ where: { code: 'foreign_id', actorId: stranger.id, subjectId: id } }),
  ).toBe(1);
});

test('a refused target gets its response and log entry during another save of the owner, and stores nothing', async () => {
  const owner = await aUser();
  const { id } = await createJob({ owner, input: aJob() });

  const refused = await db().$transaction(async (tx) => {
    await lockOwner({ tx, ownerId: owner.id });
    return updateJob({ owner, jobId: id, changes: { webhookUrl: 'https://169.254.169.254/' } }).catch(
      (error: unknown) => error,
    );
  });

  expect(refused).toMatchObject({ type: 'validation_error' });
  expect(await versionsOf(id)).toHaveLength(1);
  const events = { code: 'target_blocked', actorId: owner.id, subjectId: id };
  expect(await db().securityEvent.count({ where: events })).toBe(1);
});

test('a save counts as arrived if its values are stored (D5)', async () => {
  const owner = await aUser();
  const { id: jobId } = await createJob({ owner, input: aJob() });
  const changes = { name: 'Renamed', headers: { a: '1' } };
  expect(await isSaved({ owner, jobId, changes })).toBe(false);
  await updateJob({ owner, jobId, changes });
  expect(await isSaved({ owner, jobId, changes })).toBe(true);
});
