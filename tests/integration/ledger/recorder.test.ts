import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { claimFires } from '#server/executions/claiming/claim-fires.server.ts';
import { recordAttempts } from '#server/executions/recording/record-attempts.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import {
  aHeldFire,
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

test('a success is written with its attempt, its body, its day and the state of its job', async () => {
  const job = await aLedgerJob();
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));

  const recorded = await createRecorder().record(aResult({ call }));

  expect(recorded).toEqual({ executionId: call.executionId, outcome: 'success', retryAt: null });
  expect(await ledgerOf(job.id)).toMatchObject([
    {
      outcome: 'success',
      latenessMs: 5,
      durationMs: 40,
      statusCode: 200,
      startedAt: new Date(noon + 5),
      attempts: [{ durationMs: 40, waitMs: 30, remoteAddress: '203.0.113.7' }],
    },
  ]);
  expect(await db().attemptBody.findFirst({ where: { executionId: call.executionId } })).toMatchObject({
    body: 'ok',
    headers: { 'content-type': 'text/plain' },
  });
  expect(await db().dailyStat.findFirst({ where: { jobId: job.id } })).toMatchObject({
    day: new Date('2026-03-02'),
    success: 1,
    durationSumMs: 40n,
    latenessMaxMs: 5,
  });
  expect(await stateOf(job.id)).toMatchObject({
    lastOutcome: 'success',
    lastStatusCode: 200,
    failureStreak: 0,
  });
});

test('recording the same attempt twice, at once or later, changes nothing', async () => {
  const job = await aLedgerJob();
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  const recorder = createRecorder();

  await Promise.all([recorder.record(aResult({ call })), recorder.record(aResult({ call }))]);
  const again = await createRecorder().record(aResult({ call, statusCode: 500 }));

  expect(again).toMatchObject({ outcome: 'success' });
  expect(await db().dailyStat.findFirst({ where: { jobId: job.id } })).toMatchObject({
    success: 1,
    failed: 0,
  });
});

test('two results of one job and day in one batch are both counted, and a success ends the streak', async () => {
  const job = await aLedgerJob({ overlap: 'allow' });
  const workerId = await aWorker();
  const first = callIn(await claimOne({ workerId, jobId: job.id }));
  const second = callIn(await claimOne({ workerId, jobId: job.id, scheduledFor: noon + minuteMs }));
  const third = callIn(await claimOne({ workerId, jobId: job.id, scheduledFor: noon + 2 * minuteMs }));
  const recorder = createRecorder();

  await Promise.all([
    recorder.record(aResult({ call: second, statusCode: 410 })),
    recorder.record(aResult({ call: first, statusCode: 410 })),
  ]);
  expect(await stateOf(job.id)).toMatchObject({ failureStreak: 2, goneStreak: 2 });
  await recorder.record(aResult({ call: third }));

  expect(await db().dailyStat.findFirst({ where: { jobId: job.id } })).toMatchObject({
    failed: 2,
    success: 1,
  });
  expect(await stateOf(job.id)).toMatchObject({ failureStreak: 0, goneStreak: 0, streakStartedAt: null });
});

async function aStream() {
  const recorder = createRecorder();
  const workerId = await aWorker();
  const claim = async () => {
    const { id: jobId } = await aLedgerJob();
    const call = callIn(await claimOne({ workerId, jobId }));
    return { call, record: (given: object = {}) => recorder.record({ ...aResult({ call }), ...given }) };
  };
  const calls = [await claim(), await claim(), await claim()] as const;
  await calls[0].record();
  return calls;
}

test('results of a steady stream within half a second are written together', async () => {
  const [first, second, third] = await aStream();
  await Promise.all([second.record(), sleep(300).then(() => third.record())]);

  const ids = [first, second, third].map(({ call }) => call.executionId);
  const rows = await db().$queryRaw<{ transaction: string }[]>`
    select "xmin"::text as "transaction" from "Attempt" where "executionId" = any(${ids}) order by "executionId"`;
  expect(rows[1]).toEqual(rows[2]);
  expect(rows[0]).not.toEqual(rows[1]);
});

test.each([
  ['a run that a person requested', { trigger: 'manual', deadlineAt: null }, {}],
  ['a call that ends just before the next fire of its job', {}, { endedAt: noon + minuteMs - 1_500 }],
  ['an attempt whose retry starts at once', {}, { isSuccess: false, retryAt: noon + 1_000 }],
])('the result of %s is written at once, with the stream', async (_title, changes, given) => {
  const [, second, third] = await aStream();
  const startedAt = performance.now();
  const written = second.record();
  await third.record({ call: { ...third.call, ...changes }, ...given });
  await written;
  expect(performance.now() - startedAt).toBeLessThan(400);
});

test('results wait for a burst to leave, a second at most', async () => {
  const { id: jobId } = await aLedgerJob();
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId }));
  const startedAt = performance.now();
  await createRecorder({ isBusy: () => true }).record(aResult({ call }));
  expect(performance.now() - startedAt).toBeGreaterThan(950);
});

test("a removed job's result is dropped, and the others of its batch are written", async () => {
  const [removed, kept] = [await aLedgerJob(), await aLedgerJob()];
  const workerId = await aWorker();
  const fires = [removed, kept].map(({ id }) => aHeldFire({ jobId: id }));
  const calls = (await claimFires({ workerId, now: noon - 300, fires, schedule })).map(callIn);
  await db().job.delete({ where: { id: removed.id } });

  const recorded = await recordAttempts(calls.map((call) => aResult({ call })));

  expect(recorded.map(({ outcome }) => outcome)).toEqual(['success', 'success']);
  expect(await ledgerOf(kept.id)).toMatchObject([{ outcome: 'success' }]);
  expect(await db().execution.count({ where: { jobId: removed.id } })).toBe(0);
});

test('a result whose body the database refuses is stored without the body, and its neighbors complete', async () => {
  const [odd, plain] = [await aLedgerJob(), await aLedgerJob()];
  const workerId = await aWorker();
  const oddCall = callIn(await claimOne({ workerId, jobId: odd.id }));
  const plainCall = callIn(await claimOne({ workerId, jobId: plain.id }));
  const recorder = createRecorder();

  await Promise.all([
    recorder.record(aResult({ call: oddCall, body: 'a\u0000b' })),
    recorder.record(aResult({ call: plainCall })),
  ]);

  const bodies = await db().attemptBody.findMany({
    where: { executionId: { in: [oddCall.executionId, plainCall.executionId] } },
    orderBy: { executionId: 'asc' },
  });
  expect(bodies.map(({ body }) => body)).toEqual(['', 'ok']);
  expect(await ledgerOf(odd.id)).toMatchObject([{ outcome: 'success', statusCode: 200 }]);
});

test('a result whose connection breaks while writing is written once the database is back', async () => {
  const job = await aLedgerJob();
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  const recorder = createRecorder();
  let recorded: Promise<unknown> | undefined;
  await db().$transaction(async (tx) => {
    await tx.$queryRaw`select "jobId" from "JobState" where "jobId" = ${job.id} for update`;
    recorded = recorder.record(aResult({ call }));
    await expect.poll(cutWaitingSessions).toBe(1);
  });

  expect(await recorded).toMatchObject({ outcome: 'success' });
  expect(await db().dailyStat.findFirst({ where: { jobId: job.id } })).toMatchObject({ success: 1 });
});

/** Ends the connections that wait for a lock, as a restart of the database does. */
async function cutWaitingSessions(): Promise<number> {
  const rows = await db().$queryRaw`
    select pg_terminate_backend("pid") from pg_stat_activity
    where "datname" = current_database() and "wait_event_type" = 'Lock'`;
  return Array.isArray(rows) ? rows.length : 0;
}

test('results that arrive during a write are written too', async () => {
  const job = await aLedgerJob();
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  const recorder = createRecorder();

  // A batch is always in progress, so some results join one.
  const staggered = Array.from({ length: 80 }, async (_, index) => {
    await sleep(index);
    return recorder.record(aResult({ call }));
  });
  await Promise.all(staggered);

  await expect(recorder.record(aResult({ call }))).resolves.toMatchObject({ outcome: 'success' });
  await recorder.flush();
});
