import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { claimAttempt } from '#server/executions/claiming/claim-attempt.server.ts';
import { claimRun } from '#server/executions/claiming/claim-run.server.ts';
import { queueRun } from '#server/executions/claiming/queue-run.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import { aUser } from '../makers.ts';
import {
  aLedgerJob,
  aRef,
  aResult,
  aWorker,
  callIn,
  changeJob,
  claimOne,
  ledgerOf,
  minuteMs,
  noon,
} from './kit.ts';

type Run = Partial<Parameters<typeof queueRun>[0]> & { jobId: number };

async function aQueuedRun({ jobId, trigger = 'manual', ...rest }: Run): Promise<number> {
  return db().$transaction((tx) => queueRun({ tx, jobId, trigger, requestId: randomUUID(), ...rest }));
}

async function claim({ executionId, workerId }: { executionId: number; workerId?: string }) {
  return claimRun({
    workerId: workerId ?? (await aWorker()),
    now: Date.now(),
    executionId,
    ref: aRef(executionId),
  });
}

test('a manual run is claimed at the newest version, under its request id and without a deadline', async () => {
  const job = await aLedgerJob();
  const executionId = await aQueuedRun({ jobId: job.id });
  await changeJob({ job, changedAt: noon, retryCount: 7 });

  const call = callIn(await claim({ executionId }));

  expect(call).toMatchObject({
    trigger: 'manual',
    jobVersion: 2,
    retryCount: 7,
    scheduledFor: null,
    deadlineAt: null,
  });
  expect(call.webhookId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await ledgerOf(job.id)).toMatchObject([{ attemptCount: 1, attempts: [{ number: 1 }] }]);
});

test('a second click within two seconds joins the first, even at the same moment; an API request does not', async () => {
  const { id: jobId } = await aLedgerJob();
  const clicks = await Promise.all([aQueuedRun({ jobId }), aQueuedRun({ jobId })]);
  expect(new Set(clicks).size).toBe(1);

  const { id: apiJobId } = await aLedgerJob();
  const first = await aQueuedRun({ jobId: apiJobId, trigger: 'api' });
  expect(await aQueuedRun({ jobId: apiJobId, trigger: 'api' })).not.toBe(first);
});

test('a queued run is announced to the engine when it commits', async () => {
  const { id: jobId } = await aLedgerJob();
  const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await listener.connect();
  const heard: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload));
  await listener.query('listen run_requested');

  const executionId = await aQueuedRun({ jobId });

  await expect.poll(() => heard).toEqual([String(executionId)]);
  await listener.end();
});

test('a job paused before the claim skips the run, and so does a call in flight', async () => {
  const paused = await aLedgerJob();
  const pausedRun = await aQueuedRun({ jobId: paused.id });
  await changeJob({ job: paused, changedAt: noon, status: 'paused' });
  expect(await claim({ executionId: pausedRun })).toMatchObject({ recorded: { outcome: 'skipped' } });
  expect(await ledgerOf(paused.id)).toMatchObject([{ outcome: 'skipped', reason: 'owner' }]);

  const busy = await aLedgerJob();
  await claimOne({ workerId: await aWorker(), jobId: busy.id });
  const busyRun = await aQueuedRun({ jobId: busy.id });
  expect(await claim({ executionId: busyRun })).toMatchObject({ recorded: { outcome: 'skipped' } });
  expect((await ledgerOf(busy.id)).at(-1)).toMatchObject({ trigger: 'manual', reason: 'overlap' });
});

test('a run and a fire of one job claimed at once are never both called', async () => {
  const job = await aLedgerJob();
  const workerId = await aWorker();
  const executionId = await aQueuedRun({ jobId: job.id });

  const claims = await Promise.all([claim({ executionId, workerId }), claimOne({ workerId, jobId: job.id })]);

  expect(claims.map(({ kind }) => kind).sort()).toEqual(['call', 'recorded']);
});

test('two workers claim a run once, and claiming an ended run returns what was recorded', async () => {
  const job = await aLedgerJob();
  const executionId = await aQueuedRun({ jobId: job.id });
  const claims = await Promise.all([claim({ executionId }), claim({ executionId })]);
  expect(claims.map(({ kind }) => kind).sort()).toEqual(['busy', 'call']);

  const [call] = claims.filter(({ kind }) => kind === 'call').map(callIn);
  if (call) await createRecorder().record(aResult({ call }));
  expect(await claim({ executionId })).toMatchObject({ kind: 'recorded', recorded: { outcome: 'success' } });
});

test('a replay runs with the version of the execution it repeats', async () => {
  const job = await aLedgerJob({ headers: { 'x-version': 'one' } });
  const original = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  await createRecorder().record(aResult({ call: original }));
  await changeJob({ job, changedAt: noon, retryCount: 0 });

  const executionId = await aQueuedRun({
    jobId: job.id,
    trigger: 'replay',
    replayOfId: original.executionId,
  });

  expect(callIn(await claim({ executionId }))).toMatchObject({
    jobVersion: 1,
    headers: { 'x-version': 'one' },
  });
});

test('the next attempt of a manual run waits while a fire of the job is in flight', async () => {
  const job = await aLedgerJob();
  const workerId = await aWorker();
  const executionId = await aQueuedRun({ jobId: job.id });
  const run = callIn(await claim({ executionId, workerId }));
  await createRecorder().record(aResult({ call: run, statusCode: 503, retryAt: Date.now() }));
  const fire = callIn(await claimOne({ workerId, jobId: job.id, scheduledFor: noon }));
  const held = { executionId, attempt: 2, ref: aRef(job.id) };

  expect(await claimAttempt({ workerId, now: Date.now(), held })).toEqual({ kind: 'busy' });
  await createRecorder().record(aResult({ call: fire }));
  expect(await claimAttempt({ workerId, now: noon + 30_000, held })).toMatchObject({
    kind: 'call',
    call: { attempt: 2 },
  });
});

test("a suspended owner's run is not called", async () => {
  const job = await aLedgerJob({ owner: await aUser({ suspendedAt: new Date(noon - minuteMs) }) });
  const executionId = await aQueuedRun({ jobId: job.id });
  await claim({ executionId });
  expect(await ledgerOf(job.id)).toMatchObject([{ outcome: 'skipped', reason: 'tier' }]);
});
