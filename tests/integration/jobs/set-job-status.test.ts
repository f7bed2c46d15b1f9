import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { setJobStatuses } from '#server/jobs/set-job-statuses.server.ts';
import { aJob, aUser } from '../makers.ts';

// Pushes to the engine have tests of their own.
vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));
vi.mock('#server/engine/relay/push-run.server.ts', () => ({ pushRun: () => Promise.resolve() }));

async function freeOwner({
  active,
  paused = 0,
  inactive = 0,
}: {
  active: number;
  paused?: number;
  inactive?: number;
}) {
  const owner = await aUser({ tier: 'ultimate' });
  const make = async (count: number, status: 'active' | 'paused' | 'inactive') => {
    const ids: number[] = [];
    for (let n = 0; n < count; n += 1) ids.push((await createJob({ owner, input: aJob({ status }) })).id);
    return ids;
  };
  const ids = {
    active: await make(active, 'active'),
    paused: await make(paused, 'paused'),
    inactive: await make(inactive, 'inactive'),
  };
  await db().user.update({ where: { id: owner.id }, data: { tier: 'free' } });
  return { owner: { id: owner.id, tier: 'free' as const }, ids };
}

test('pausing clears the next run, resuming sets one in the future', async () => {
  const owner = await aUser();
  const { id } = await createJob({ owner, input: aJob() });

  const statusOf = async () => (await db().job.findUniqueOrThrow({ where: { id } })).status;

  expect((await setJobStatus({ owner, jobId: id, status: 'paused' })).status).toBe('paused');
  expect(await statusOf()).toBe('paused');
  expect((await db().jobState.findUniqueOrThrow({ where: { jobId: id } })).nextRunAt).toBeNull();

  const before = Date.now();
  expect((await setJobStatus({ owner, jobId: id, status: 'active' })).status).toBe('active');
  expect(await statusOf()).toBe('active');
  const state = await db().jobState.findUniqueOrThrow({ where: { jobId: id } });
  expect(Number(state.nextRunAt)).toBeGreaterThan(before);
});

test('setting the current status creates no version', async () => {
  const owner = await aUser();
  const { id } = await createJob({ owner, input: aJob() });
  const job = await setJobStatus({ owner, jobId: id, status: 'active' });
  expect(job.desiredVersion).toBe(1);
});

test('after a downgrade a paused job can be resumed only while fewer jobs than the limit are active', async () => {
  const { owner, ids } = await freeOwner({ active: 10, paused: 2 });
  const [jobId = 0] = ids.paused;

  await expect(setJobStatus({ owner, jobId, status: 'active' })).rejects.toMatchObject({
    type: 'authorization_error',
    details: { limit: 10, used: 10 },
  });

  await setJobStatus({ owner, jobId: ids.active[0] ?? 0, status: 'paused' });
  expect((await setJobStatus({ owner, jobId, status: 'active' })).status).toBe('active');
});

test('an inactive job counts toward the limit when it is activated or paused', async () => {
  const { owner, ids } = await freeOwner({ active: 9, paused: 1, inactive: 1 });
  for (const status of ['active', 'paused'] as const) {
    await expect(setJobStatus({ owner, jobId: ids.inactive[0] ?? 0, status })).rejects.toMatchObject({
      type: 'authorization_error',
    });
  }
});

test('of many jobs, those within the limit are resumed and counted', async () => {
  const { owner, ids } = await freeOwner({ active: 8, paused: 4 });

  const response = await setJobStatuses({ owner, jobIds: [...ids.paused, 999_999_999], status: 'active' });

  const [first = 0, second = 0] = ids.paused;
  expect(response).toEqual({
    updated: 2,
    refused: 2,
    before: [first, second].map((jobId) => ({ jobId, status: 'paused' })),
  });
  expect(await db().job.count({ where: { ownerId: owner.id, status: 'active' } })).toBe(10);
});
