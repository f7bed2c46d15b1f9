import { expect, test, vi } from 'vitest';
import { nextFires } from '#domain/schedule/schedule.ts';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { listSkipChanges } from '#server/jobs/skips/list-skip-changes.server.ts';
import { skipFire, unskipFire } from '#server/jobs/skips/skip-fire.server.ts';
import { aJob, aUser } from '../makers.ts';

vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));

async function anHourlyJob(given: Parameters<typeof aJob>[0] = {}) {
  const owner = await aUser();
  const { id: jobId } = await createJob({ owner, input: aJob(given) });
  const fires = nextFires({ cron: '0 * * * *', timeZone: 'UTC', after: Date.now(), count: 11 });
  return { owner, jobId, fires, at: (index: number) => fires[index] ?? 0 };
}

const skipsOf = async (jobId: number) =>
  (await db().skip.findMany({ where: { jobId }, orderBy: { scheduledFor: 'asc' } })).map(({ scheduledFor }) =>
    scheduledFor.getTime(),
  );

test('any of the next 10 fires can be skipped and unskipped, without a new version', async () => {
  const { owner, jobId, at } = await anHourlyJob();

  for (const index of [0, 9, 9]) await skipFire({ owner, jobId, scheduledFor: at(index) });
  expect(await skipsOf(jobId)).toEqual([at(0), at(9)]);
  await unskipFire({ owner, jobId, scheduledFor: at(0) });
  await unskipFire({ owner, jobId, scheduledFor: at(0) });

  expect(await skipsOf(jobId)).toEqual([at(9)]);
  expect((await db().job.findUniqueOrThrow({ where: { id: jobId } })).desiredVersion).toBe(1);
});

test('each skip and each undo is a separate change, of which the newest 50 are kept', async () => {
  const { owner, jobId, at } = await anHourlyJob();
  const scheduledFor = at(3);
  for (let time = 0; time < 27; time += 1) {
    await skipFire({ owner, jobId, scheduledFor });
    await skipFire({ owner, jobId, scheduledFor });
    await unskipFire({ owner, jobId, scheduledFor });
  }
  const changes = await listSkipChanges({ ownerId: owner.id, jobId, limit: 100 });
  expect(changes).toHaveLength(50);
  expect(changes[0]).toMatchObject({ scheduledFor: new Date(scheduledFor), isSkipped: false });
  expect(changes.filter(({ isSkipped }) => isSkipped)).toHaveLength(25);
  const stranger = await aUser();
  expect(await listSkipChanges({ ownerId: stranger.id, jobId, limit: 100 })).toEqual([]);
});

test('the eleventh fire, an instant between two, and one that has started are refused at their field', async () => {
  const { owner, jobId, at } = await anHourlyJob();
  await db().jobState.update({ where: { jobId }, data: { accountedUntil: new Date(at(0)) } });
  const refused = {
    type: 'validation_error',
    details: { scheduledFor: expect.stringContaining('next 10') as string },
  };
  for (const scheduledFor of [at(0), at(1) + 1, at(10) + 3_600_000])
    await expect(skipFire({ owner, jobId, scheduledFor })).rejects.toMatchObject(refused);
  expect(await skipsOf(jobId)).toEqual([]);
});

test('the skip of a fire that is already accounted for cannot be undone', async () => {
  const { owner, jobId, at } = await anHourlyJob();
  await skipFire({ owner, jobId, scheduledFor: at(0) });
  await db().jobState.update({ where: { jobId }, data: { accountedUntil: new Date(at(0)) } });
  await expect(unskipFire({ owner, jobId, scheduledFor: at(0) })).rejects.toMatchObject({ type: 'conflict' });
});

test('a new skip keeps earlier ones without a row yet: an outage may lie between', async () => {
  const { owner, jobId, at } = await anHourlyJob();
  const hour = 3_600_000;
  const [accountedFor, passed] = [new Date(at(0) - 3 * hour), new Date(at(0) - 2 * hour)];
  for (const scheduledFor of [accountedFor, passed])
    await db().skip.create({ data: { jobId, scheduledFor, createdById: owner.id } });
  await db().jobState.update({ where: { jobId }, data: { accountedUntil: accountedFor } });

  await skipFire({ owner, jobId, scheduledFor: at(1) });

  expect(await skipsOf(jobId)).toEqual([passed.getTime(), at(1)]);
});

test('a paused job and one without a schedule have no fire to skip; one paused until a date has', async () => {
  const paused = await anHourlyJob();
  await setJobStatus({ owner: paused.owner, jobId: paused.jobId, status: 'paused' });
  await expect(skipFire({ ...paused, scheduledFor: paused.at(0) })).rejects.toMatchObject({
    type: 'conflict',
  });

  const manual = await anHourlyJob({ cronExpression: null });
  await expect(skipFire({ ...manual, scheduledFor: manual.at(0) })).rejects.toMatchObject({
    type: 'conflict',
  });

  const later = await anHourlyJob();
  const pausedUntil = new Date(later.at(2));
  await setJobStatus({ owner: later.owner, jobId: later.jobId, status: 'paused', pausedUntil });
  await skipFire({ ...later, scheduledFor: later.at(2) });
  await expect(skipFire({ ...later, scheduledFor: later.at(1) })).rejects.toMatchObject({
    type: 'validation_error',
  });
});

test("another account's job reads as missing", async () => {
  const { jobId, at } = await anHourlyJob();
  const owner = await aUser();
  await expect(skipFire({ owner, jobId, scheduledFor: at(0) })).rejects.toMatchObject({ type: 'not_found' });
  await expect(unskipFire({ owner, jobId, scheduledFor: at(0) })).rejects.toMatchObject({
    type: 'not_found',
  });
});
