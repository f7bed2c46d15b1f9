import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { claimRun } from '#server/executions/claiming/claim-run.server.ts';
import { queueRun } from '#server/executions/claiming/queue-run.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import { planFires } from '#server/executions/planning/plan-fires.server.ts';
import {
  aLedgerJob,
  aRef,
  aResult,
  aWorker,
  callIn,
  changeJob,
  claimOne,
  ledgerOf,
  schedule,
  minuteMs,
  noon,
  stateOf,
} from './kit.ts';

const secondMs = 1000;
const hourly = { cronExpression: '0 * * * *' };

test('planning a job with a complete ledger returns its next two fires', async () => {
  const job = await aLedgerJob();
  const plan = await planFires({ jobId: job.id, now: noon - 10 * secondMs, schedule });
  expect(plan).toMatchObject({
    kind: 'fires',
    version: 1,
    cron: '* * * * *',
    fires: [{ scheduledFor: noon }, { scheduledFor: noon + minuteMs }],
  });
  expect(await ledgerOf(job.id)).toEqual([]);
});

test('a claimed fire is not planned again, even before its instant', async () => {
  const job = await aLedgerJob();
  await claimOne({ workerId: await aWorker(), jobId: job.id });
  const plan = await planFires({ jobId: job.id, now: noon - 200, schedule });
  expect(plan).toMatchObject({
    fires: [{ scheduledFor: noon + minuteMs }, { scheduledFor: noon + 2 * minuteMs }],
  });
});

test('a plan names the fires between two attempts, not the runs, and none once the job is paused', async () => {
  const job = await aLedgerJob();
  const workerId = await aWorker();
  const call = callIn(await claimOne({ workerId, jobId: job.id }));
  const retryAt = noon + 5 * secondMs;
  await createRecorder().record(aResult({ call, statusCode: 503, retryAt }));
  const executionId = await db().$transaction((tx) =>
    queueRun({ tx, jobId: job.id, trigger: 'manual', requestId: randomUUID() }),
  );
  const run = callIn(await claimRun({ workerId, now: Date.now(), executionId, ref: aRef(job.id) }));
  const later = Date.now() + minuteMs;
  expect(
    await createRecorder().record(aResult({ call: run, statusCode: 503, retryAt: later })),
  ).toMatchObject({
    retryAt: later,
  });

  const plan = () => planFires({ jobId: job.id, now: noon + 2 * secondMs, schedule });
  const waiting = [{ executionId: call.executionId, outcome: null, retryAt, made: 1 }];
  expect(await plan()).toMatchObject({ kind: 'fires', waiting });
  await changeJob({ job, changedAt: noon + secondMs, status: 'paused' });
  expect(await plan()).toMatchObject({ kind: 'idle', waiting: [] });
});

test('paused, inactive and manual jobs are idle, a deleted one is gone', async () => {
  const idle = [
    await aLedgerJob({ status: 'paused' }),
    await aLedgerJob({ status: 'inactive' }),
    await aLedgerJob({ cronExpression: null }),
  ];
  for (const { id } of idle) {
    expect(await planFires({ jobId: id, now: noon + minuteMs, schedule })).toMatchObject({ kind: 'idle' });
    expect(await ledgerOf(id)).toEqual([]);
  }
  const deleted = await aLedgerJob();
  await db().job.update({ where: { id: deleted.id }, data: { deletedAt: new Date() } });
  expect(await planFires({ jobId: deleted.id, now: noon, schedule })).toEqual({ kind: 'gone' });
  expect(await planFires({ jobId: 2_000_000_000, now: noon, schedule })).toEqual({ kind: 'gone' });
});

test('a fire up to 30 s late still runs as scheduled, and those before it read missed', async () => {
  const job = await aLedgerJob({ accountedUntil: noon - 4 * minuteMs });
  const now = noon + 29 * secondMs;

  const plan = await planFires({ jobId: job.id, now, schedule });

  expect(plan).toMatchObject({ fires: [{ scheduledFor: noon }, { scheduledFor: noon + minuteMs }] });
  expect((await ledgerOf(job.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual(
    Array.from({ length: 3 }, () => ['missed', 'outage']),
  );
  expect(await claimOne({ workerId: await aWorker(), jobId: job.id, now })).toMatchObject({
    kind: 'call',
    call: { trigger: 'schedule', scheduledFor: noon },
  });
});

test('later planning catches up the last fire of the hour, once, and the rest read missed', async () => {
  const job = await aLedgerJob({ accountedUntil: noon - 60 * minuteMs });
  const now = noon + 35 * secondMs;

  const plan = await planFires({ jobId: job.id, now, schedule });
  const again = await planFires({ jobId: job.id, now, schedule });
  const claim = await claimOne({ workerId: await aWorker(), jobId: job.id, now });

  expect(plan).toMatchObject({
    kind: 'fires',
    fires: [{ scheduledFor: noon }, { scheduledFor: noon + minuteMs }],
  });
  expect(again).toEqual(plan);
  expect(claim).toMatchObject({ kind: 'call', call: { trigger: 'catch_up', scheduledFor: noon } });
  const rows = await ledgerOf(job.id);
  expect(rows.filter(({ outcome }) => outcome === 'missed')).toHaveLength(59);
  expect(rows.filter(({ trigger }) => trigger === 'catch_up')).toHaveLength(1);
  expect(await planFires({ jobId: job.id, now, schedule })).toMatchObject({
    fires: [{ scheduledFor: noon + minuteMs }, {}],
  });
});

test('a fire more than an hour past is not caught up', async () => {
  const job = await aLedgerJob({ cronExpression: '0 12 * * *' });
  const plan = await planFires({ jobId: job.id, now: noon + 61 * minuteMs, schedule });
  expect(plan).toMatchObject({ fires: [{ scheduledFor: noon + 24 * 60 * minuteMs }, {}] });
  expect(await ledgerOf(job.id)).toMatchObject([{ at: noon, outcome: 'missed' }]);
  expect(await stateOf(job.id)).toMatchObject({ nextRunAt: new Date(noon + 24 * 60 * minuteMs) });
});

test('a long outage leaves sixty rows and one that counts the others, each on its day', async () => {
  const job = await aLedgerJob({ accountedUntil: noon - 24 * 60 * minuteMs });

  await planFires({ jobId: job.id, now: noon + 35 * secondMs, schedule });

  const rows = await ledgerOf(job.id);
  expect(rows).toHaveLength(61);
  expect(rows.at(-1)).toMatchObject({
    outcome: 'missed',
    at: noon - 23 * 60 * minuteMs + minuteMs,
    missedUntil: new Date(noon - minuteMs),
    missedCount: 23 * 60 - 1,
  });
  const days = await db().dailyStat.findMany({ where: { jobId: job.id }, orderBy: { day: 'asc' } });
  expect(days.map(({ missed }) => missed)).toEqual([12 * 60 - 1, 12 * 60]);
});

test('the past is classified by the version in force at the time: an edit, a pause and a resume', async () => {
  const start = noon - 60 * minuteMs;
  const job = await aLedgerJob({ cronExpression: '*/10 * * * *', accountedUntil: start });
  await changeJob({ job, changedAt: start + 15 * minuteMs, cronExpression: '*/5 * * * *' });
  await changeJob({ job, changedAt: start + 27 * minuteMs, status: 'paused' });
  await changeJob({ job, changedAt: start + 52 * minuteMs, status: 'active' });

  const plan = await planFires({ jobId: job.id, now: noon + 40 * secondMs, schedule });

  const minutes = (await ledgerOf(job.id)).map(({ at, jobVersion }) => [
    ((at ?? 0) - start) / minuteMs,
    jobVersion,
  ]);
  expect(minutes).toEqual([
    [10, 1],
    [20, 2],
    [25, 2],
    [55, 4],
  ]);
  expect(plan).toMatchObject({ fires: [{ scheduledFor: noon }, { scheduledFor: noon + 5 * minuteMs }] });
});

test('late planning runs a fire due before the last change only if the newest version still names it', async () => {
  const [kept, moved, paused] = [
    await aLedgerJob(hourly),
    await aLedgerJob(hourly),
    await aLedgerJob(hourly),
  ];
  await changeJob({ job: kept, changedAt: noon + 5 * secondMs, retryCount: 0 });
  await changeJob({ job: moved, changedAt: noon + 5 * secondMs, cronExpression: '30 * * * *' });
  await changeJob({ job: paused, changedAt: noon + 5 * secondMs, status: 'paused' });
  const now = noon + 10 * secondMs;

  const plans = await Promise.all(
    [kept, moved, paused].map(({ id }) => planFires({ jobId: id, now, schedule })),
  );

  expect(plans).toMatchObject([
    { fires: [{ scheduledFor: noon }, { scheduledFor: noon + 60 * minuteMs }] },
    { fires: [{ scheduledFor: noon + 30 * minuteMs }, {}] },
    { kind: 'idle' },
  ]);
  expect(await claimOne({ workerId: await aWorker(), jobId: kept.id, now })).toMatchObject({
    call: { trigger: 'schedule', jobVersion: 2, retryCount: 0 },
  });
  for (const { id } of [moved, paused])
    expect(await ledgerOf(id)).toMatchObject([{ at: noon, outcome: 'missed', jobVersion: 1 }]);
});

test('a fire due before the last change is not caught up', async () => {
  const job = await aLedgerJob(hourly);
  await changeJob({ job, changedAt: noon + 5 * secondMs, retryCount: 0 });

  const plan = await planFires({ jobId: job.id, now: noon + 31 * secondMs, schedule });

  expect(plan).toMatchObject({ fires: [{ scheduledFor: noon + 60 * minuteMs }, {}] });
  expect(await ledgerOf(job.id)).toMatchObject([{ at: noon, outcome: 'missed', jobVersion: 1 }]);
});

test('a job paused until an instant is planned from that instant, with no rows in between', async () => {
  const job = await aLedgerJob();
  const until = noon + 30 * minuteMs;
  await changeJob({ job, changedAt: noon - 1, status: 'paused', pausedUntil: new Date(until) });

  expect(await planFires({ jobId: job.id, now: noon + minuteMs, schedule })).toMatchObject({
    fires: [{ scheduledFor: until }, { scheduledFor: until + minuteMs }],
  });
  await planFires({ jobId: job.id, now: until + minuteMs + secondMs, schedule });
  expect((await ledgerOf(job.id)).map(({ at }) => at)).toEqual([until]);
});

test('two planners that settle the same outage write each fire once', async () => {
  const job = await aLedgerJob({ accountedUntil: noon - 30 * minuteMs });
  const now = noon + 35 * secondMs;

  const otherSchedule = { ...schedule };
  await Promise.all([
    planFires({ jobId: job.id, now, schedule }),
    planFires({ jobId: job.id, now, schedule: otherSchedule }),
  ]);

  expect(await ledgerOf(job.id)).toHaveLength(29);
  expect(await db().dailyStat.findFirst({ where: { jobId: job.id } })).toMatchObject({ missed: 29 });
});

test('a job without a schedule, an inactive and a paused one have no fires, however long they were not planned', async () => {
  const jobs = [
    await aLedgerJob({ cronExpression: null }),
    await aLedgerJob({ status: 'inactive' }),
    await aLedgerJob({ status: 'paused' }),
  ];
  for (const { id } of jobs) {
    expect(await planFires({ jobId: id, now: noon + 30 * minuteMs, schedule })).toMatchObject({
      kind: 'idle',
    });
    expect(await ledgerOf(id)).toEqual([]);
  }
});

test('a job whose schedule cannot be read fails alone', async () => {
  const [broken, sound] = [await aLedgerJob(), await aLedgerJob()];
  await db().job.update({ where: { id: broken.id }, data: { timeZone: 'Nowhere/Land' } });

  const plans = await Promise.allSettled(
    [broken, sound].map(({ id }) => planFires({ jobId: id, now: noon + minuteMs, schedule })),
  );

  expect(plans.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
