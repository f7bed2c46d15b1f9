import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { claimAttempt } from '#server/executions/claiming/claim-attempt.server.ts';
import { getExecution } from '#server/executions/history/get-execution.server.ts';
import { renewLease } from '#server/executions/leases/renew-lease.server.ts';
import { rescueLostWorkers } from '#server/executions/leases/rescue-lost-workers.server.ts';
import type { HeldAttempt } from '#server/executions/ledger/types.ts';
import { endRetrying } from '#server/executions/recording/end-retrying.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import {
  aLedgerJob,
  aRef,
  aResult,
  aWorker,
  callIn,
  changeJob,
  claimOne,
  ledgerOf,
  loseLease,
  minuteMs,
  noon,
  stateOf,
} from './kit.ts';

const retryAt = noon + 5_000;

/** A job with a failed first attempt and a planned second one. */
async function aRetryingJob(given: Parameters<typeof aLedgerJob>[0] = {}) {
  const job = await aLedgerJob(given);
  const workerId = await aWorker();
  const call = callIn(await claimOne({ workerId, jobId: job.id }));
  await createRecorder().record(aResult({ call, statusCode: 503, retryAt }));
  const held: HeldAttempt = { executionId: call.executionId, attempt: 2, ref: aRef(job.id) };
  return { job, workerId, call, held };
}

test('the second attempt keeps the version of the first, whatever was edited since', async () => {
  const { job, workerId, held, call } = await aRetryingJob();
  await changeJob({ job, changedAt: noon + 1000, retryCount: 0 });

  const second = callIn(await claimAttempt({ workerId, now: retryAt, held }));

  expect(second).toEqual({ ...call, attempt: 2 });
  expect((await ledgerOf(job.id))[0]).toMatchObject({ attemptCount: 2, retryAt: null, outcome: null });
});

test('an attempt is claimed once: the second worker waits for the first', async () => {
  const { held, workerId } = await aRetryingJob();
  const other = await aWorker();

  const claims = await Promise.all([
    claimAttempt({ workerId, now: retryAt, held }),
    claimAttempt({ workerId: other, now: retryAt, held }),
  ]);

  expect(claims.map(({ kind }) => kind).sort()).toEqual(['busy', 'call']);
});

test('a pause ends further attempts, and the execution fails', async () => {
  const { job, workerId, held } = await aRetryingJob();
  await changeJob({ job, changedAt: noon + 1000, status: 'paused' });

  expect(await claimAttempt({ workerId, now: retryAt, held })).toMatchObject({
    kind: 'recorded',
    recorded: { outcome: 'failed' },
  });
  expect((await ledgerOf(job.id))[0]).toMatchObject({ outcome: 'failed', statusCode: 503, attemptCount: 1 });
  expect(await db().dailyStat.findFirst({ where: { jobId: job.id } })).toMatchObject({ failed: 1 });
});

test('a pause ends further attempts even if the job is resumed before the next one', async () => {
  const { job, workerId, held } = await aRetryingJob();
  await changeJob({ job, changedAt: noon + 1000, status: 'paused' });
  await changeJob({ job, changedAt: noon + 2000, status: 'active' });

  expect(await claimAttempt({ workerId, now: retryAt, held })).toMatchObject({
    recorded: { outcome: 'failed' },
  });
  expect((await ledgerOf(job.id))[0]).toMatchObject({ outcome: 'failed', reason: 'owner' });
});

test('a waiting execution says which attempt comes next, and when', async () => {
  const { job, workerId, held, call } = await aRetryingJob();
  const read = () => getExecution({ ownerId: job.ownerId, jobId: job.id, id: call.executionId });

  expect((await read()).plan).toEqual({ attempt: 2, of: 4, at: new Date(retryAt) });
  await claimAttempt({ workerId, now: retryAt, held });
  expect((await read()).plan).toBeNull();
});

test('an owner who stops the attempts ends the execution as failed, and the verdict says so', async () => {
  const { job, workerId, held, call } = await aRetryingJob();
  const stop = () => endRetrying({ executionId: call.executionId, now: noon + 2000 });

  expect(await stop()).toMatchObject({ kind: 'recorded', recorded: { outcome: 'failed' } });
  expect(await stop()).toMatchObject({ kind: 'recorded', recorded: { outcome: 'failed' } });

  expect((await ledgerOf(job.id))[0]).toMatchObject({
    outcome: 'failed',
    reason: 'owner',
    verdict: 'Failed: further attempts were stopped by the owner.',
    statusCode: 503,
    retryAt: null,
  });
  expect(await db().dailyStat.findFirst({ where: { jobId: job.id } })).toMatchObject({ failed: 1 });
  expect(await claimAttempt({ workerId, now: retryAt, held })).toMatchObject({ kind: 'recorded' });
});

test('an attempt in flight is not stopped: its result counts', async () => {
  const { workerId, held, call } = await aRetryingJob();
  const second = callIn(await claimAttempt({ workerId, now: retryAt, held }));
  const stop = () => endRetrying({ executionId: call.executionId, now: retryAt + 10 });
  expect(await stop()).toEqual({ kind: 'busy' });
  await createRecorder().record(aResult({ call: second, startedAt: retryAt + 5 }));
  expect(await stop()).toMatchObject({ recorded: { outcome: 'success' } });
});

test('a retry blocked by a limit waits until the next fire supersedes it', async () => {
  const { job, workerId, held } = await aRetryingJob();
  const ask = (now: number) => claimAttempt({ workerId, now, held, admit: () => false });
  expect(await ask(retryAt)).toEqual({ kind: 'busy' });
  expect(await ask(noon + minuteMs)).toMatchObject({ recorded: { outcome: 'superseded' } });
  expect((await ledgerOf(job.id))[0]?.attempts).toHaveLength(1);
});

test('at most 1 + retry_count attempts are made, however the last one fails', async () => {
  const job = await aLedgerJob({
    retryCount: 1,
    cronExpression: '0 * * * *',
    accountedUntil: noon - 60 * minuteMs,
  });
  const workerId = await aWorker();
  const first = callIn(await claimOne({ workerId, jobId: job.id }));
  await createRecorder().record(aResult({ call: first, statusCode: 503, retryAt }));
  const held: HeldAttempt = { executionId: first.executionId, attempt: 2, ref: aRef(job.id) };
  const second = callIn(await claimAttempt({ workerId, now: retryAt, held }));

  const result = aResult({ call: second, startedAt: retryAt, statusCode: 503, retryAt: retryAt + 5000 });
  expect(await createRecorder().record(result)).toMatchObject({ outcome: 'failed', retryAt: null });

  const third = { ...held, attempt: 3 };
  expect(await claimAttempt({ workerId, now: retryAt + 5000, held: third })).toMatchObject({
    kind: 'recorded',
  });
  expect((await ledgerOf(job.id))[0]?.attempts).toHaveLength(2);
});

test("the values of a request's variables are stored sealed, and decrypt for its owner", async () => {
  const job = await aLedgerJob();
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  const variables = { scheduled_for: '2026-03-02T12:00:00.000Z' };
  await createRecorder().record({ ...aResult({ call }), variables });

  expect((await ledgerOf(job.id))[0]?.variables).toMatch(/^v1\./);
  const read = await getExecution({ ownerId: job.ownerId, jobId: job.id, id: call.executionId });
  expect(read.variables).toEqual(variables);
});

test('once the next fire is due, by the old schedule or an edited one, no attempt is made', async () => {
  const late = await aRetryingJob();
  expect(await claimAttempt({ ...late, now: noon + minuteMs })).toMatchObject({
    recorded: { outcome: 'superseded' },
  });

  const edited = await aRetryingJob({ cronExpression: '0 * * * *', accountedUntil: noon - 60 * minuteMs });
  await changeJob({ job: edited.job, changedAt: noon + 1000, cronExpression: '* * * * *' });
  await db().jobState.update({
    where: { jobId: edited.job.id },
    data: { nextRunAt: new Date(noon + minuteMs) },
  });
  expect(await claimAttempt({ ...edited, now: noon + minuteMs })).toMatchObject({
    recorded: { outcome: 'superseded' },
  });
});

test('nothing is claimed for a removed job', async () => {
  const { job, workerId, held } = await aRetryingJob();
  await db().job.update({ where: { id: job.id }, data: { deletedAt: new Date() } });
  expect(await claimAttempt({ workerId, now: retryAt, held })).toEqual({ kind: 'changed' });
  await db().job.delete({ where: { id: job.id } });
  expect(await claimAttempt({ workerId, now: retryAt, held })).toEqual({ kind: 'changed' });
});

test('a retry at or after the next fire is not planned', async () => {
  const job = await aLedgerJob();
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));

  const recorded = await createRecorder().record(
    aResult({ call, statusCode: 503, retryAt: noon + minuteMs }),
  );

  expect(recorded).toMatchObject({ outcome: 'superseded' });
  expect((await ledgerOf(job.id))[0]).toMatchObject({ outcome: 'superseded', attemptCount: 1 });
});

test('the call of a worker whose lease expired counts as made, and is retried while attempts remain', async () => {
  const job = await aLedgerJob({ retryCount: 1 });
  const workerId = await aWorker();
  const call = callIn(await claimOne({ workerId, jobId: job.id }));
  await loseLease(workerId);

  // No activity of Temporal holds the call of a fire: the next worker of its job repeats it.
  expect(await rescueLostWorkers({ now: noon + 3_000 })).toMatchObject({ activities: [], claims: 1 });

  expect((await ledgerOf(job.id))[0]).toMatchObject({
    outcome: null,
    retryAt: new Date(noon + 3_000),
    attempts: [{ number: 1, errorCode: 'worker_lost' }],
  });
  const other = await aWorker();
  expect(await claimOne({ workerId: other, jobId: job.id, now: noon + 3_100 })).toMatchObject({
    kind: 'recorded',
    recorded: { outcome: null, retryAt: noon + 3_000 },
  });
  const held = { executionId: call.executionId, attempt: 2, ref: aRef(job.id) };
  expect(callIn(await claimAttempt({ workerId: other, now: noon + 3_200, held }))).toMatchObject({
    attempt: 2,
    webhookId: call.webhookId,
  });
});

test('the activity of a lost further attempt is named with the time of the loss, those to be repeated first', async () => {
  const [spent, left] = [await aRetryingJob({ retryCount: 1 }), await aRetryingJob({ retryCount: 2 })];
  const workerId = await aWorker();
  for (const { held } of [spent, left]) callIn(await claimAttempt({ workerId, now: retryAt, held }));
  await loseLease(workerId);
  const { leaseUntil } = await db().worker.findUniqueOrThrow({ where: { id: workerId } });
  const { activities, workers } = await rescueLostWorkers({ now: retryAt + 3_000 });
  const lostAt = leaseUntil.getTime();
  expect(workers).toEqual([{ id: workerId, lostAt }]);
  expect(activities).toEqual([left, spent].map(({ held }) => ({ ...held.ref, lostAt })));
});

test('without attempts left a lost call ends unknown, and the late worker cannot change that', async () => {
  const job = await aLedgerJob({ retryCount: 0 });
  const workerId = await aWorker();
  const call = callIn(await claimOne({ workerId, jobId: job.id }));
  await loseLease(workerId);
  await rescueLostWorkers({ now: noon + 12_000 });

  const late = await createRecorder().record(aResult({ call, tookMs: 15_000 }));

  expect(late).toEqual({ executionId: call.executionId, outcome: 'unknown', retryAt: null });
  const [row] = await ledgerOf(job.id);
  expect(row).toMatchObject({
    outcome: 'unknown',
    reason: 'worker_lost',
    errorCode: 'worker_lost',
    statusCode: null,
  });
  expect(row?.attempts).toMatchObject([{ errorCode: 'worker_lost', statusCode: null }]);
  expect(await db().dailyStat.findFirst({ where: { jobId: job.id } })).toMatchObject({
    unknown: 1,
    success: 0,
  });
  expect(await stateOf(job.id)).toMatchObject({ failureStreak: 1, lastOutcome: 'unknown' });
});

test('a lost call records its own state, not the response of the previous attempt', async () => {
  const lose = async ({ retryCount, now }: { retryCount: number; now: number }) => {
    const { job, workerId, held } = await aRetryingJob({ retryCount });
    callIn(await claimAttempt({ workerId, now: retryAt, held }));
    await loseLease(workerId);
    await rescueLostWorkers({ now });
    return (await ledgerOf(job.id))[0];
  };
  const lost = { errorCode: 'worker_lost', statusCode: null };
  expect(await lose({ retryCount: 2, now: retryAt + 3_000 })).toMatchObject({ ...lost, outcome: null });
  expect(await lose({ retryCount: 1, now: retryAt + 3_000 })).toMatchObject({ ...lost, outcome: 'unknown' });
  expect(await lose({ retryCount: 2, now: noon + minuteMs })).toMatchObject({
    ...{ ...lost, outcome: 'superseded', reason: 'worker_lost' },
    verdict: 'Superseded: the request was interrupted on our side, and the next run was due.',
  });
});

test('a late result does not change the attempt that another worker is making', async () => {
  const job = await aLedgerJob();
  const [first, second] = [await aWorker(), await aWorker()];
  const call = callIn(await claimOne({ workerId: first, jobId: job.id }));
  await loseLease(first);
  await rescueLostWorkers({ now: noon + 3_000 });
  const held = { executionId: call.executionId, attempt: 2, ref: aRef(job.id) };
  const repeated = callIn(await claimAttempt({ workerId: second, now: noon + 3_100, held }));

  await createRecorder().record(aResult({ call, tookMs: 9_000 }));
  const [running] = await ledgerOf(job.id);
  await createRecorder().record(aResult({ call: repeated, startedAt: noon + 3_200 }));
  const [ended] = await ledgerOf(job.id);

  expect(running).toMatchObject({ outcome: null, attemptCount: 2, workerId: second });
  expect(ended).toMatchObject({ outcome: 'success', attempts: [{ statusCode: null }, { statusCode: 200 }] });
});

test('a settled worker can neither renew its lease nor claim, and concurrent settlements do not overlap', async () => {
  const job = await aLedgerJob();
  const workerId = await aWorker();
  await claimOne({ workerId, jobId: job.id });
  await loseLease(workerId);

  const settled = await Promise.all([rescueLostWorkers({ now: noon }), rescueLostWorkers({ now: noon })]);

  expect(settled.map(({ claims }) => claims).sort()).toEqual([0, 1]);
  expect(await renewLease({ workerId })).toMatchObject({ isHeld: false });
  expect(await claimOne({ workerId, jobId: (await aLedgerJob()).id })).toEqual({ kind: 'busy' });
  expect(await renewLease({ workerId: randomUUID() })).toEqual({ isHeld: true, aheadMs: 0 });
});

test('an execution whose variables cannot be decrypted is shown without its requests', async () => {
  const job = await aLedgerJob();
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  const variables = { scheduled_for: '2026-03-02T12:00:00.000Z' };
  await createRecorder().record({ ...aResult({ call }), variables });
  const read = () => getExecution({ ownerId: job.ownerId, jobId: job.id, id: call.executionId });
  expect((await read()).attempts[0]?.request).not.toBeNull();
  await db().execution.update({ where: { id: call.executionId }, data: { variables: 'v1.gone.a.b.c' } });

  expect(await read()).toMatchObject({ outcome: 'success', variables: null, attempts: [{ request: null }] });
});

test("an execution is shown even if its owner's signing secret cannot be decrypted", async () => {
  const job = await aLedgerJob({ isSigned: true });
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  await createRecorder().record(aResult({ call }));
  await db().attempt.updateMany({ where: { executionId: call.executionId }, data: { isSigned: null } });
  await db().user.update({ where: { id: job.ownerId }, data: { signingSecret: 'v1.gone.a.b.c' } });

  const read = await getExecution({ ownerId: job.ownerId, jobId: job.id, id: call.executionId });
  expect(read).toMatchObject({ outcome: 'success', attempts: [{ request: null }] });
});
