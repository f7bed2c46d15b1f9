import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { planFires } from '#server/executions/planning/plan-fires.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import type { Job } from '#server/generated/client.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import {
  aLedgerJob,
  aResult,
  aWorker,
  callIn,
  claimOne,
  ledgerOf,
  schedule,
  minuteMs,
  noon,
  stateOf,
} from './kit.ts';

vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));

const hourMs = 60 * minuteMs;

/** Ends a job's fires from noon on with these statuses, and returns the job afterwards. */
async function endWith({ job, statuses }: { job: Job; statuses: number[] }): Promise<Job> {
  const workerId = await aWorker();
  const from = Math.max(noon, (await stateOf(job.id)).accountedUntil.getTime() + minuteMs);
  for (const [index, statusCode] of statuses.entries()) {
    const scheduledFor = from + index * minuteMs;
    const claim = await claimOne({ workerId, jobId: job.id, scheduledFor });
    if (claim.kind === 'call') await createRecorder().record(aResult({ call: claim.call, statusCode }));
  }
  return db().job.findUniqueOrThrow({ where: { id: job.id } });
}

async function failingFor({ jobId, failures, hours }: { jobId: number; failures: number; hours: number }) {
  const streakStartedAt = new Date(noon - hours * hourMs);
  await db().jobState.update({ where: { jobId }, data: { failureStreak: failures, streakStartedAt } });
}

const rulesOf = async (jobId: number) =>
  (await db().notification.findMany({ where: { jobId }, orderBy: { id: 'asc' } })).map(({ rule }) => rule);

test('three 410 responses in a row pause a job, with a version, a reason, a security event and a notification', async () => {
  const job = await aLedgerJob();

  const paused = await endWith({ job, statuses: [410, 410, 410] });

  expect(paused).toMatchObject({ status: 'paused', desiredVersion: 2, pausedUntil: null });
  expect(paused.pauseReason).toContain('410');
  expect(await ledgerOf(job.id)).toHaveLength(3);
  expect(await stateOf(job.id)).toMatchObject({ nextRunAt: null, failureStreak: 3 });
  expect(await db().jobVersion.findFirst({ where: { jobId: job.id, version: 2 } })).toMatchObject({
    status: 'paused',
    changedById: null,
  });
  expect(await db().securityEvent.findMany({ where: { subjectId: job.id } })).toMatchObject([
    { code: 'job_auto_paused', type: 'WARNING', actorId: null },
  ]);
  expect(await rulesOf(job.id)).toContain('auto_pause');
  expect(await planFires({ jobId: job.id, now: noon + 5 * minuteMs, schedule })).toMatchObject({
    kind: 'idle',
  });
});

test('a 410 between other responses, or one that the job accepts, pauses nothing', async () => {
  const broken = await endWith({ job: await aLedgerJob(), statuses: [410, 410, 500, 410, 410] });
  const success = await endWith({ job: await aLedgerJob(), statuses: [410, 410, 200, 410, 410] });
  expect([broken.status, success.status]).toEqual(['active', 'active']);

  const job = await aLedgerJob({ acceptedStatuses: '200,410' });
  const workerId = await aWorker();
  for (let index = 0; index < 4; index += 1) {
    const scheduledFor = noon + index * minuteMs;
    const call = callIn(await claimOne({ workerId, jobId: job.id, scheduledFor }));
    await createRecorder().record({ ...aResult({ call, statusCode: 410 }), errorCode: 'pattern_missing' });
  }
  expect(await db().job.findUnique({ where: { id: job.id } })).toMatchObject({ status: 'active' });
});

test('the hundredth failure in a row over 72 hours pauses a job; fewer hours do not', async () => {
  const [long, short] = [await aLedgerJob(), await aLedgerJob()];
  await failingFor({ jobId: long.id, failures: 99, hours: 72 });
  await failingFor({ jobId: short.id, failures: 99, hours: 71 });

  expect(await endWith({ job: long, statuses: [500] })).toMatchObject({
    status: 'paused',
    pauseReason: '100 executions in a row failed over 72 hours.',
  });
  expect(await endWith({ job: short, statuses: [500] })).toMatchObject({ status: 'active' });
});

test('a superseded execution can be the last failure: neither the next fire nor a later one is called', async () => {
  const job = await aLedgerJob();
  await failingFor({ jobId: job.id, failures: 99, hours: 80 });
  const workerId = await aWorker();
  const call = callIn(await claimOne({ workerId, jobId: job.id }));
  await createRecorder().record(aResult({ call, statusCode: 503, retryAt: noon + 30_000 }));

  const next = await claimOne({ workerId, jobId: job.id, scheduledFor: noon + minuteMs });

  expect(next).toMatchObject({ kind: 'recorded', recorded: { outcome: 'skipped' } });
  expect(await db().job.findUnique({ where: { id: job.id } })).toMatchObject({ status: 'paused' });
  expect(await ledgerOf(job.id)).toMatchObject([
    { outcome: 'superseded', attemptCount: 1 },
    { outcome: 'skipped', reason: 'owner', attemptCount: 0, claimedAt: null },
  ]);
  expect(await stateOf(job.id)).toMatchObject({ nextRunAt: null });
});

test('owners are warned at 50, 70 and 90 failures in a row', async () => {
  const job = await aLedgerJob();
  for (const failures of [48, 68, 88]) {
    await failingFor({ jobId: job.id, failures, hours: 1 });
    await endWith({ job, statuses: [500, 500, 500] });
  }
  expect((await rulesOf(job.id)).filter((rule) => rule === 'auto_pause_warning')).toHaveLength(3);
});

test('a job resumed after an auto-pause starts counting again', async () => {
  const job = await aLedgerJob();
  const paused = await endWith({ job, statuses: [410, 410, 410] });
  expect(paused.pauseReason).not.toBeNull();

  const resumed = await setJobStatus({
    owner: { id: job.ownerId, tier: 'premium' },
    jobId: job.id,
    status: 'active',
  });

  expect(resumed).toMatchObject({ status: 'active', pauseReason: null });
  expect(await stateOf(job.id)).toMatchObject({ failureStreak: 0, goneStreak: 0, streakStartedAt: null });
});

test('the time of the last notification is kept while the failures last, and cleared once they end', async () => {
  const job = await aLedgerJob({ notifyFrequency: 'on_failure' });
  await endWith({ job, statuses: [500, 500] });
  const reported = (await stateOf(job.id)).notifiedAt;
  expect(reported).not.toBeNull();
  await endWith({ job, statuses: [200] });
  expect((await stateOf(job.id)).notifiedAt).toBeNull();
});

test('an outage is reported once, even if its fires are written in two parts', async () => {
  const job = await aLedgerJob({ catchUp: 'all', accountedUntil: noon - 90 * minuteMs });
  const workerId = await aWorker();
  const now = noon + 35_000;
  await planFires({ jobId: job.id, now, schedule });
  const first = await claimOne({ workerId, jobId: job.id, scheduledFor: noon - 59 * minuteMs, now });
  await createRecorder().record(aResult({ call: callIn(first), startedAt: now }));
  await claimOne({ workerId, jobId: job.id, scheduledFor: noon + minuteMs });

  expect((await ledgerOf(job.id)).filter(({ outcome }) => outcome === 'missed').length).toBeGreaterThan(60);
  expect((await rulesOf(job.id)).filter((rule) => rule === 'missed')).toHaveLength(1);
});
