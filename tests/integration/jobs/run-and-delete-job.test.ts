import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { aJob, aUser } from '../makers.ts';

// Pushes to the engine have tests of their own.
vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));
vi.mock('#server/engine/relay/push-run.server.ts', () => ({ pushRun: () => Promise.resolve() }));

test('Run Now queues one execution that is due at once', async () => {
  const owner = await aUser();
  const { id } = await createJob({ owner, input: aJob() });

  const { executionId } = await runJob({ owner, jobId: id, trigger: 'manual' });

  const row = await db().execution.findUniqueOrThrow({ where: { id: executionId } });
  expect(row).toMatchObject({
    jobId: id,
    trigger: 'manual',
    outcome: null,
    scheduledFor: null,
    jobVersion: 1,
  });
});

test.each(['paused', 'inactive'] as const)('a job that is %s does not run', async (status) => {
  const owner = await aUser();
  const { id } = await createJob({ owner, input: aJob({ status }) });
  await expect(runJob({ owner, jobId: id, trigger: 'manual' })).rejects.toMatchObject({ type: 'conflict' });
});

test('a deleted job disappears for its owner at once and no longer counts toward the limit', async () => {
  const owner = await aUser({ tier: 'free' });
  const { id } = await createJob({ owner, input: aJob() });
  for (let place = 2; place <= 10; place += 1) await createJob({ owner, input: aJob() });

  await deleteJob({ owner, jobId: id });

  await expect(getJob({ owner, jobId: id })).rejects.toMatchObject({ type: 'not_found' });
  await expect(deleteJob({ owner, jobId: id })).rejects.toMatchObject({ type: 'not_found' });
  await expect(createJob({ owner, input: aJob() })).resolves.toMatchObject({ status: 'active' });
});

test("another account's job can be neither run nor deleted", async () => {
  const [owner, stranger] = [await aUser(), await aUser()];
  const { id } = await createJob({ owner, input: aJob() });
  await expect(runJob({ owner: stranger, jobId: id, trigger: 'manual' })).rejects.toMatchObject({
    type: 'not_found',
  });
  await expect(deleteJob({ owner: stranger, jobId: id })).rejects.toMatchObject({ type: 'not_found' });
  expect(await db().execution.count({ where: { jobId: id } })).toBe(0);
  expect((await db().job.findUniqueOrThrow({ where: { id } })).deletedAt).toBeNull();
});
