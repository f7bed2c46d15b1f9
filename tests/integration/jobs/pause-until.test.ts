import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { resumeDueJobs } from '#server/jobs/resume-due-jobs.server.ts';
import { runJob } from '#server/jobs/run-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { aLedgerJob, aWorker, changeJob, claimOne, ledgerOf, minuteMs, noon } from '../ledger/kit.ts';
import { aJob, aUser } from '../makers.ts';

vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));
vi.mock('#server/engine/relay/push-run.server.ts', () => ({ pushRun: () => Promise.resolve() }));

const inHours = (hours: number) => new Date(Date.now() + hours * 60 * minuteMs);

async function aRunningJob() {
  const owner = await aUser();
  const { id: jobId } = await createJob({ owner, input: aJob() });
  return { owner, jobId };
}

/** A job whose timed pause has ended, without a record of it. */
async function aDueJob() {
  const job = await aLedgerJob();
  await changeJob({ job, changedAt: noon - 30 * minuteMs, status: 'paused', pausedUntil: new Date(noon) });
  return job;
}

test('a job paused until an instant has its first fire after that as its next run', async () => {
  const { owner, jobId } = await aRunningJob();
  const pausedUntil = inHours(5);

  const job = await setJobStatus({ owner, jobId, status: 'paused', pausedUntil });

  expect(job).toMatchObject({ status: 'paused', pausedUntil, desiredVersion: 2 });
  const { nextRunAt } = await db().jobState.findUniqueOrThrow({ where: { jobId } });
  expect(Number(nextRunAt)).toBeGreaterThanOrEqual(pausedUntil.getTime());
  expect(Number(nextRunAt)).toBeLessThan(pausedUntil.getTime() + 60 * minuteMs);
});

test('the end of a pause can be changed or removed, each a version; the same value again is none', async () => {
  const { owner, jobId } = await aRunningJob();
  const pausedUntil = inHours(5);
  await setJobStatus({ owner, jobId, status: 'paused', pausedUntil });
  expect((await setJobStatus({ owner, jobId, status: 'paused', pausedUntil })).desiredVersion).toBe(2);
  const later = await setJobStatus({ owner, jobId, status: 'paused', pausedUntil: inHours(9) });
  expect(later).toMatchObject({ desiredVersion: 3 });
  const open = await setJobStatus({ owner, jobId, status: 'paused' });
  expect(open).toMatchObject({ desiredVersion: 4, pausedUntil: null });
});

test('an end in the past, or one without a pause, is refused at its field', async () => {
  const { owner, jobId } = await aRunningJob();
  const refused = { type: 'validation_error', details: { pausedUntil: expect.any(String) as string } };
  const past = { owner, jobId, status: 'paused' as const, pausedUntil: new Date(Date.now() - 1000) };
  await expect(setJobStatus(past)).rejects.toMatchObject(refused);
  const active = { owner, jobId, status: 'active' as const, pausedUntil: inHours(1) };
  await expect(setJobStatus(active)).rejects.toMatchObject(refused);
});

test('after the end of its pause a job can be run manually like an active one', async () => {
  const { owner, jobId } = await aRunningJob();
  await setJobStatus({ owner, jobId, status: 'paused', pausedUntil: inHours(1) });
  await expect(runJob({ owner, jobId, trigger: 'api' })).rejects.toMatchObject({ type: 'conflict' });
  await db().job.update({ where: { id: jobId }, data: { pausedUntil: new Date(Date.now() - 1000) } });
  expect(await runJob({ owner, jobId, trigger: 'api' })).toMatchObject({
    executionId: expect.any(Number) as number,
  });
});

test('the maintenance task records the activation of an ended pause, effective from its end', async () => {
  const job = await aDueJob();
  const waiting = await aRunningJob();
  await setJobStatus({ ...waiting, status: 'paused', pausedUntil: inHours(1) });

  expect(await resumeDueJobs()).toBeGreaterThan(0);
  expect(await resumeDueJobs()).toBe(0);

  expect(await db().job.findUnique({ where: { id: waiting.jobId } })).toMatchObject({ status: 'paused' });
  expect(await db().job.findUnique({ where: { id: job.id } })).toMatchObject({
    status: 'active',
    pausedUntil: null,
    desiredVersion: 3,
  });
  expect(await db().jobVersion.findFirst({ where: { jobId: job.id, version: 3 } })).toMatchObject({
    status: 'active',
    changedById: null,
    changedAt: new Date(noon - 1),
  });
});

test('the first claim after the end records it as well, and leaves no row during the pause', async () => {
  const job = await aDueJob();
  const workerId = await aWorker();

  const claim = await claimOne({
    workerId,
    jobId: job.id,
    scheduledFor: noon + minuteMs,
    now: noon + minuteMs,
  });

  expect(claim).toMatchObject({ kind: 'call', call: { jobVersion: 3 } });
  expect(await db().job.findUnique({ where: { id: job.id } })).toMatchObject({ status: 'active' });
  expect((await ledgerOf(job.id)).map(({ at, outcome }) => [at, outcome])).toEqual([
    [noon, 'missed'],
    [noon + minuteMs, null],
  ]);
});

test('the end of a pause is recorded after a later edit', async () => {
  const job = await aDueJob();
  await changeJob({ job, changedAt: noon + 5_000, status: 'paused', pausedUntil: new Date(noon) });
  await resumeDueJobs();
  const versions = await db().jobVersion.findMany({ where: { jobId: job.id }, orderBy: { version: 'asc' } });
  const times = versions.map(({ changedAt }) => changedAt.getTime());
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(versions.at(-1)?.status).toBe('active');
});
