import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { claimFires } from '#server/executions/claiming/claim-fires.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import type { Job } from '#server/generated/client.ts';
import { aUser } from '../makers.ts';
import {
  aHeldFire,
  aLedgerJob,
  aResult,
  aWorker,
  callIn,
  changeIn,
  changeJob,
  claimOne,
  ledgerOf,
  schedule,
  minuteMs,
  noon,
  stateOf,
} from './kit.ts';

test('a due fire is claimed for the worker with its first attempt, and decrypted for the call', async () => {
  const job = await aLedgerJob({ headers: { 'x-one': '1' }, payload: 'text', httpMethod: 'POST' });
  const workerId = await aWorker();

  const call = callIn(await claimOne({ workerId, jobId: job.id }));

  expect(call).toMatchObject({
    attempt: 1,
    jobVersion: 1,
    trigger: 'schedule',
    scheduledFor: noon,
    webhookId: `fire_${job.id}_${noon / 1000}`,
    url: 'https://shop.example.com/ping',
    headers: { 'x-one': '1' },
    payload: 'text',
    deadlineAt: noon + minuteMs,
  });
  const [row] = await ledgerOf(job.id);
  expect(row).toMatchObject({
    at: noon,
    outcome: null,
    workerId,
    attemptCount: 1,
    // The job stays with its worker: no activity holds the fire.
    workflowId: null,
    activityId: null,
  });
  expect(row?.attempts).toMatchObject([{ number: 1, workerId, endedAt: null }]);
  expect(await stateOf(job.id)).toMatchObject({
    accountedUntil: new Date(noon),
    nextRunAt: new Date(noon + minuteMs),
  });
});

test('two concurrent claim passes of one worker return each fire once', async () => {
  const owner = await aUser();
  const jobs: Job[] = [];
  while (jobs.length < 20) jobs.push(await aLedgerJob({ owner }));
  const workerId = await aWorker();
  const claimPass = (job: Job) =>
    claimFires({ workerId, now: noon - 300, fires: [aHeldFire({ jobId: job.id })], schedule });

  for (const job of jobs) {
    const claims = (await Promise.all([claimPass(job), claimPass(job), claimPass(job)])).flat();
    expect(claims.map(({ kind }) => kind).sort()).toEqual(['busy', 'busy', 'call']);
  }
});

test('two workers that claim the same fires at once get each of them once', async () => {
  const owner = await aUser();
  const jobs: Job[] = [];
  while (jobs.length < 20) jobs.push(await aLedgerJob({ owner }));
  const fires = jobs.map(({ id }) => aHeldFire({ jobId: id }));
  const [one, two] = [await aWorker(), await aWorker()];

  const [first, second] = await Promise.all([
    claimFires({ workerId: one, now: noon - 300, fires, schedule }),
    claimFires({ workerId: two, now: noon - 300, fires: [...fires].reverse(), schedule }),
  ]);

  const kinds = first.map((claim, index) => [claim.kind, second[fires.length - 1 - index]?.kind].sort());
  expect(kinds).toEqual(fires.map(() => ['busy', 'call']));
  expect(await db().execution.count({ where: { jobId: { in: jobs.map(({ id }) => id) } } })).toBe(20);
});

test('a worker without a valid lease claims nothing', async () => {
  const job = await aLedgerJob();
  expect(await claimOne({ workerId: randomUUID(), jobId: job.id })).toEqual({ kind: 'busy' });
  expect(await ledgerOf(job.id)).toEqual([]);
});

test('a claim whose response was lost is returned by the next claim pass, but not once it is being called', async () => {
  const job = await aLedgerJob();
  const workerId = await aWorker();
  await db().execution.create({
    data: {
      jobId: job.id,
      trigger: 'schedule',
      scheduledFor: new Date(noon),
      dueAt: new Date(noon),
      jobVersion: 1,
      workerId,
      claimedAt: new Date(noon - 300),
      attemptCount: 1,
      attempts: { create: { number: 1, workerId, startedAt: new Date(noon - 300) } },
    },
  });

  expect(await claimOne({ workerId, jobId: job.id })).toMatchObject({ kind: 'call', call: { attempt: 1 } });
  expect(await claimOne({ workerId, jobId: job.id })).toEqual({ kind: 'busy' });
});

test('a paused, deleted or changed job is not called and gets no row', async () => {
  const workerId = await aWorker();
  const [paused, deleted, moved] = [await aLedgerJob(), await aLedgerJob(), await aLedgerJob()];
  await changeJob({ job: paused, changedAt: noon - 1000, status: 'paused' });
  await db().job.update({ where: { id: deleted.id }, data: { deletedAt: new Date() } });
  await changeJob({ job: moved, changedAt: noon - 1000, cronExpression: '30 * * * *' });

  for (const { id } of [paused, deleted, moved]) {
    expect(await claimOne({ workerId, jobId: id })).toEqual({ kind: 'changed' });
    expect(await ledgerOf(id)).toEqual([]);
  }
});

test('a job paused until an instant fires from that instant on', async () => {
  const workerId = await aWorker();
  const job = await aLedgerJob();
  await changeJob({ job, changedAt: noon - 1000, status: 'paused', pausedUntil: new Date(noon + minuteMs) });

  expect(await claimOne({ workerId, jobId: job.id })).toEqual({ kind: 'changed' });
  expect(await claimOne({ workerId, jobId: job.id, scheduledFor: noon + minuteMs })).toMatchObject({
    kind: 'call',
  });
  expect((await ledgerOf(job.id)).map(({ at }) => at)).toEqual([noon + minuteMs]);
});

test('a claim that waited for a pause to commit sees the pause', async () => {
  const job = await aLedgerJob();
  const workerId = await aWorker();
  let claim: Promise<unknown> | undefined;
  await db().$transaction(async (tx) => {
    await changeIn({ tx, job, changedAt: noon - 1000, status: 'paused' });
    claim = claimOne({ workerId, jobId: job.id });
    await expect.poll(lockedSessions).toBeGreaterThan(0);
  });

  expect(await claim).toEqual({ kind: 'changed' });
  expect(await ledgerOf(job.id)).toEqual([]);
});

test('a fire during a call of its job is skipped as an overlap', async () => {
  const job = await aLedgerJob();
  const workerId = await aWorker();
  await claimOne({ workerId, jobId: job.id });

  const second = await claimOne({ workerId, jobId: job.id, scheduledFor: noon + minuteMs });

  expect(second).toMatchObject({ kind: 'recorded', recorded: { outcome: 'skipped' } });
  expect((await ledgerOf(job.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    [null, null],
    ['skipped', 'overlap'],
  ]);
  expect(await db().dailyStat.findFirst({ where: { jobId: job.id } })).toMatchObject({
    skipped: 1,
    success: 0,
  });
});

test('an execution waiting between attempts is superseded by the next fire, which is called', async () => {
  const job = await aLedgerJob();
  const workerId = await aWorker();
  const call = callIn(await claimOne({ workerId, jobId: job.id }));
  await createRecorder().record(aResult({ call, statusCode: 503, retryAt: noon + 30_000 }));

  const next = await claimOne({ workerId, jobId: job.id, scheduledFor: noon + minuteMs });

  expect(next.kind).toBe('call');
  const [first] = await ledgerOf(job.id);
  expect(first).toMatchObject({ outcome: 'superseded', statusCode: 503, retryAt: null });
  expect(await stateOf(job.id)).toMatchObject({ lastOutcome: 'superseded', failureStreak: 1 });
});

test('a skip by the owner and a suspended owner each leave a row that says so', async () => {
  const workerId = await aWorker();
  const skipped = await aLedgerJob();
  await db().skip.create({ data: { jobId: skipped.id, scheduledFor: new Date(noon) } });
  const suspended = await aLedgerJob({ owner: await aUser({ suspendedAt: new Date(noon - minuteMs) }) });

  await claimOne({ workerId, jobId: skipped.id });
  await claimOne({ workerId, jobId: suspended.id });

  expect(await ledgerOf(skipped.id)).toMatchObject([
    { outcome: 'skipped', reason: 'owner', attemptCount: 0 },
  ]);
  expect(await ledgerOf(suspended.id)).toMatchObject([{ outcome: 'skipped', reason: 'tier' }]);
});

test('claiming a later fire leaves no gap: the fires before it read missed', async () => {
  const job = await aLedgerJob({ accountedUntil: noon - 3 * minuteMs });
  const workerId = await aWorker();

  expect(await claimOne({ workerId, jobId: job.id })).toMatchObject({ kind: 'call' });

  expect((await ledgerOf(job.id)).map(({ at, outcome }) => [at, outcome])).toEqual([
    [noon - 2 * minuteMs, 'missed'],
    [noon - minuteMs, 'missed'],
    [noon, null],
  ]);
});

test('a job whose saved version cannot be decrypted fails alone', async () => {
  const workerId = await aWorker();
  const [broken, sound] = [await aLedgerJob(), await aLedgerJob()];
  await db().jobVersion.updateMany({ where: { jobId: broken.id }, data: { snapshot: 'v1.gone.a.b.c' } });

  const claims = await claimFires({
    workerId,
    now: noon - 300,
    fires: [broken, sound].map(({ id }) => aHeldFire({ jobId: id })),
    schedule,
  });

  expect(claims).toMatchObject([{ kind: 'recorded', recorded: { outcome: 'failed' } }, { kind: 'call' }]);
  expect(await ledgerOf(broken.id)).toMatchObject([{ outcome: 'failed', attempts: [{ number: 1 }] }]);
});

async function lockedSessions(): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from pg_stat_activity
    where "datname" = current_database() and "wait_event_type" = 'Lock'`;
  return row?.count ?? 0;
}
