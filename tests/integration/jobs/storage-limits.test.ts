import { expect, test, vi } from 'vitest';
import type { JobInput } from '#domain/job/job.ts';
import { draftLimit, storedBytesLimit } from '#domain/plan.ts';
import { db } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { setJobStatuses } from '#server/jobs/set-job-statuses.server.ts';
import { tagJobs } from '#server/jobs/tag-jobs.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { upsertJob } from '#server/jobs/upsert-job.server.ts';
import { restoreVersion } from '#server/jobs/versions/restore-version.server.ts';
import { importJobs } from '#server/transfer/import-jobs.server.ts';
import { planImport } from '#server/transfer/plan-import.server.ts';
import { aJob, aSavedJob, aUser } from '../makers.ts';

vi.setConfig({ testTimeout: 120_000 });

const limit = draftLimit('free');
const bytes = storedBytesLimit('free');
const noRoom = (details: object) => ({ type: 'authorization_error', details });

async function anOwner({ drafts = 0, active = 0 } = {}) {
  const owner = await aUser({ tier: 'free' });
  for (let made = 0; made < drafts; made += 1) await aSavedJob({ owner, status: 'inactive' });
  const jobs = [];
  for (let made = 0; made < active; made += 1)
    jobs.push(await aSavedJob({ owner, payload: 'x'.repeat(20_000) }));
  return { owner, jobs };
}

const storedOf = async ({ id }: User) => {
  const { _sum } = await db().ownerTotal.aggregate({ where: { ownerId: id }, _sum: { bytes: true } });
  return Number(_sum.bytes ?? 0n);
};

/** The bytes of the rows, counted one by one. */
async function countedOf({ id }: User): Promise<number> {
  const [row] = await db().$queryRaw<{ bytes: bigint }[]>`
    select coalesce(sum(octet_length(j."name") + octet_length(j."description") + octet_length(j."webhookUrl")
      + coalesce(octet_length(j."headers"), 0) + coalesce(octet_length(j."payload"), 0)
      + coalesce(octet_length(j."notificationConfig"), 0) + coalesce(octet_length(j."successRegex"), 0)
      + octet_length(j."tagText") + coalesce(octet_length(j."auth"), 0) + coalesce(octet_length(j."retryDelays"), 0)
      + (select coalesce(sum(octet_length(v."snapshot")), 0) from "JobVersion" v where v."jobId" = j."id")), 0)::int8
      as "bytes"
    from "Job" j where j."ownerId" = ${id} and j."deletedAt" is null`;
  return Number(row?.bytes ?? 0n);
}

/** Simulates other jobs of the account that use all but the given number of bytes. */
const leave = async (owner: User, free: number) => {
  const left = bytes - (await storedOf(owner)) - free;
  await db().ownerTotal.create({ data: { ownerId: owner.id, shard: 999, bytes: left } });
};

const document = (job: object) =>
  JSON.stringify({ jobs: [{ webhook_url: 'https://shop.example.com/x', cron: '0 * * * *', ...job }] });

async function imported({ owner, text }: { owner: User; text: string }) {
  const plan = await planImport({ owner, text, format: 'json', timeZone: 'UTC' });
  if ('error' in plan) throw new Error(JSON.stringify(plan.error));
  return { plan, write: () => importJobs({ owner, plan }) };
}

const draft = (given: Partial<JobInput> = {}) => aJob({ ...given, status: 'inactive' });

test('a plan limits the number of inactive jobs, however another one would be added', async () => {
  const { owner, jobs } = await anOwner({ drafts: limit, active: 2 });
  const [jobId = 0, otherId = 0] = jobs.map(({ id }) => id);
  const details = { limit, used: limit };
  const ways = {
    create: () => createJob({ owner, input: draft() }),
    upsert: () =>
      upsertJob({ owner, externalId: 'x', create: () => draft({ externalId: 'x' }), update: vi.fn() }),
    status: () => setJobStatus({ owner, jobId, status: 'inactive' }),
    update: () => updateJob({ owner, jobId, changes: { status: 'inactive' } }),
  };
  for (const [name, way] of Object.entries(ways))
    await expect(way(), name).rejects.toMatchObject({
      ...noRoom(details),
      message: `Free allows ${limit} inactive jobs. Delete or activate one, or upgrade.`,
    });
  expect(await setJobStatuses({ owner, jobIds: [jobId, otherId], status: 'inactive' })).toMatchObject({
    updated: 0,
    refused: 2,
  });
  const { plan } = await imported({ owner, text: document({ name: 'Draft', status: 'inactive' }) });
  expect(plan.jobs).toMatchObject([{ outcome: 'new', noRoom: { canUpgrade: true } }]);
  expect(await db().job.count({ where: { ownerId: owner.id, status: 'inactive' } })).toBe(limit);

  const drafts = await db().job.findFirstOrThrow({ where: { ownerId: owner.id, status: 'inactive' } });
  await deleteJob({ owner, jobId: drafts.id });
  await createJob({ owner, input: draft() });
});

test('two saves at once cannot both use the last inactive job that a plan allows', async () => {
  const { owner } = await anOwner({ drafts: limit - 1 });
  const saves = await Promise.allSettled([0, 1, 2].map(() => createJob({ owner, input: draft() })));
  expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an account above its limit of inactive jobs can edit and delete them, and activate one', async () => {
  const { owner } = await anOwner({ drafts: limit + 2 });
  const rows = await db().job.findMany({ where: { ownerId: owner.id }, orderBy: { id: 'asc' } });
  const [jobId = 0, otherId = 0] = rows.map(({ id }) => id);
  await updateJob({ owner, jobId, changes: { name: 'Renamed' } });
  await setJobStatus({ owner, jobId, status: 'active' });
  await deleteJob({ owner, jobId: otherId });
});

test("the bytes stored for an account's jobs are summed as they change", async () => {
  const { owner, jobs } = await anOwner({ drafts: 2, active: 3 });
  const [first, second, third] = jobs.map(({ id }) => id) as [number, number, number];
  const isExact = async () => expect(await storedOf(owner)).toBe(await countedOf(owner));
  await isExact();
  for (let edit = 0; edit < 3; edit += 1)
    await updateJob({
      owner,
      jobId: first,
      changes: { payload: 'y'.repeat(edit * 7), description: `${edit}` },
    });
  const auth = { type: 'bearer' as const, token: 't'.repeat(900) };
  const retryDelays = { kind: 'list' as const, seconds: [10, 60], jitter: true };
  await updateJob({ owner, jobId: second, changes: { auth, retryDelays } });
  await createJob({ owner, input: draft({ auth, retryDelays }) });
  await isExact();
  const older = await db().jobVersion.findFirstOrThrow({ where: { jobId: first, version: 4 } });
  await db().jobVersion.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      ...older,
      version: index + 5,
      snapshot: 's'.repeat(index),
    })),
  });
  await db().job.update({ where: { id: first }, data: { desiredVersion: 64 } });
  await isExact();
  await tagJobs({ owner, jobIds: [first, second], tag: 'night' });
  await setJobStatuses({ owner, jobIds: [first, second, third], status: 'paused' });
  await isExact();
  await db().jobState.updateMany({ where: { jobId: first }, data: { accountedUntil: new Date() } });
  await updateJob({ owner, jobId: first, changes: { name: 'Pruned' } });
  expect(await db().jobVersion.count({ where: { jobId: first } })).toBe(50);
  await isExact();
  await db().jobVersion.updateMany({ where: { jobId: second }, data: { snapshot: 'sealed by another key' } });
  await isExact();
  await deleteJob({ owner, jobId: first });
  await isExact();
  await db().job.delete({ where: { id: first } });
  await isExact();
  await setJobStatuses({ owner, jobIds: [second, third], status: 'active' });
  expect(await storedOf(owner)).toBe(await countedOf(owner));
});

test('a plan limits the stored bytes, however more would be added; changes that need no more space pass', async () => {
  const { owner, jobs } = await anOwner({ active: 2 });
  const [jobId = 0, otherId = 0] = jobs.map(({ id }) => id);
  await updateJob({ owner, jobId, changes: { payload: null } });
  const { plan, write } = await imported({
    owner,
    text: document({ name: 'More', payload: 'z'.repeat(9_000) }),
  });
  expect(plan.jobs).toMatchObject([{ outcome: 'new' }]);
  await leave(owner, 5_000);
  const payload = 'z'.repeat(9_000);
  const ways = {
    create: () => createJob({ owner, input: aJob({ payload }) }),
    draft: () => createJob({ owner, input: draft({ payload }) }),
    update: () => updateJob({ owner, jobId, changes: { payload } }),
    restore: () => restoreVersion({ owner, jobId, version: 1 }),
    tag: () => tagJobs({ owner, jobIds: [otherId], tag: 'night' }),
    import: write,
  };
  const before = await storedOf(owner);
  for (const [name, way] of Object.entries(ways))
    await expect(way(), name).rejects.toMatchObject({
      ...noRoom({ limit: bytes, used: before }),
      message: 'Free stores 10 MiB of jobs with their versions. Shorten payloads, delete a job, or upgrade.',
    });
  expect(await storedOf(owner)).toBe(before);
  expect(await db().job.count({ where: { ownerId: owner.id } })).toBe(2);

  // Pausing and deactivating always pass, resuming has to fit the limit again.
  await setJobStatus({ owner, jobId: otherId, status: 'paused' });
  await setJobStatuses({ owner, jobIds: [otherId], status: 'inactive' });
  await expect(setJobStatus({ owner, jobId: otherId, status: 'active' })).rejects.toMatchObject({
    type: 'authorization_error',
  });
  // Shortening frees more than its version needs; a change that only seems to shorten does not.
  await expect(
    updateJob({ owner, jobId: otherId, changes: { payload: 'x'.repeat(19_999) } }),
  ).rejects.toMatchObject({ type: 'authorization_error' });
  await updateJob({ owner, jobId: otherId, changes: { payload: 'short' } });
  await deleteJob({ owner, jobId: otherId });
  await createJob({ owner, input: aJob({ payload }) });
});

test('the largest plan offers no upgrade when its storage is full', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  await db().ownerTotal.create({
    data: { ownerId: owner.id, shard: 999, bytes: storedBytesLimit('ultimate') },
  });
  await expect(createJob({ owner, input: aJob() })).rejects.toMatchObject({
    message: 'Ultimate stores 1,024 MiB of jobs with their versions. Shorten payloads or delete a job.',
  });
});
