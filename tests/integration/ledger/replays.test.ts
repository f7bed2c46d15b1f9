import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { forgottenRuns } from '#server/engine/relay/queued-runs.server.ts';
import { claimAttempt } from '#server/executions/claiming/claim-attempt.server.ts';
import { claimRun } from '#server/executions/claiming/claim-run.server.ts';
import { queueRun } from '#server/executions/claiming/queue-run.server.ts';
import { getExecution } from '#server/executions/history/get-execution.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import { replayExecution, replayExecutions } from '#server/jobs/replay-execution.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { aSavedJob, aUser } from '../makers.ts';
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

const second = noon + minuteMs;
const edits = {
  webhookUrl: 'https://shop.example.com/edited',
  httpMethod: 'PUT',
  headers: { authorization: 'Bearer edited' },
  payload: '{"edited":true}',
};

async function claim(executionId: number, given: { admit?: () => boolean } = {}) {
  const workerId = await aWorker();
  return claimRun({ workerId, now: Date.now(), executionId, ref: aRef(executionId), ...given });
}

/** Sets the time until a job's next fire. */
async function setNextFire({ jobId, inMs }: { jobId: number; inMs: number }) {
  await db().jobState.update({ where: { jobId }, data: { nextRunAt: new Date(Date.now() + inMs) } });
}

/** Replays that wait, as many as needed. */
async function queueMany({ jobId, count }: { jobId: number; count: number }) {
  await db().execution.createMany({
    data: Array.from({ length: count }, () => ({
      ...{ jobId, trigger: 'replay' as const, requestId: randomUUID(), jobVersion: 1 },
      dueAt: new Date(noon),
    })),
  });
}

/** A job whose only execution has ended, at version 1; the job is at version 2 and its next fire far away. */
async function aChangedJob(given: Parameters<typeof aLedgerJob>[0] = {}) {
  const user = await aUser();
  const owner: Owner = { id: user.id, tier: user.tier };
  const job = await aLedgerJob({ owner: user, headers: { 'x-version': 'one' }, ...given });
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  await createRecorder().record(aResult({ call }));
  await changeJob({ job, changedAt: noon, retryCount: 7 });
  await setNextFire({ jobId: job.id, inMs: 10 * minuteMs });
  return { owner, job, asked: { owner, jobId: job.id, executionId: call.executionId } };
}

test('a replay of the current job has the version the job has when it is requested', async () => {
  const { job, asked } = await aChangedJob();
  const recorded = await replayExecution(asked);
  const current = await replayExecution({ ...asked, as: 'current' });
  await changeJob({ job, changedAt: noon + 1, retryCount: 0 });
  await setNextFire({ jobId: job.id, inMs: 10 * minuteMs });

  expect(callIn(await claim(current.executionId))).toMatchObject({ jobVersion: 2, retryCount: 7 });
  const [, first, next] = await ledgerOf(job.id);
  expect(first).toMatchObject({ id: recorded.executionId, jobVersion: 1 });
  expect(next).toMatchObject({ id: current.executionId, jobVersion: 2 });
});

test('a second click joins the first of its kind only', async () => {
  const { asked } = await aChangedJob();
  const recorded = await Promise.all([replayExecution(asked), replayExecution(asked)]);
  expect(new Set(recorded.map(({ executionId }) => executionId)).size).toBe(1);
  const current = await replayExecution({ ...asked, as: 'current' });
  const edited = [await replayExecution({ ...asked, edits }), await replayExecution({ ...asked, edits })];
  const all = [...recorded, current, ...edited].map(({ executionId }) => executionId);
  expect(new Set(all).size).toBe(4);
});

test('edits apply to their run only: it sends them with the rest of its version, and so does a replay of it', async () => {
  const { owner, job, asked } = await aChangedJob();
  const { executionId } = await replayExecution({ ...asked, edits });
  const call = callIn(await claim(executionId));
  expect(call).toMatchObject({
    ...{ jobVersion: 1, url: edits.webhookUrl, method: 'PUT' },
    ...{ headers: edits.headers, payload: edits.payload, retryCount: 3 },
  });
  await createRecorder().record(aResult({ call }));
  const again = await replayExecution({ ...asked, executionId });
  expect(callIn(await claim(again.executionId))).toMatchObject({ url: edits.webhookUrl, method: 'PUT' });

  const stored = await db().execution.findUniqueOrThrow({ where: { id: executionId } });
  expect(stored.request).toMatch(/^v1\./);
  const asRun = { ownerId: owner.id, jobId: job.id };
  const shown = await getExecution({ ...asRun, id: executionId });
  expect(shown).toMatchObject({ isEdited: true, replayOfId: asked.executionId });
  expect(shown.attempts[0]?.request).toMatchObject({ method: 'PUT', url: edits.webhookUrl });
  expect(await getExecution({ ...asRun, id: asked.executionId })).toMatchObject({ isEdited: false });
  expect(await getExecution({ ...asRun, id: asked.executionId })).not.toHaveProperty('request');
});

test('edits that cannot be decrypted fail the run without a call, and their target is validated like a save', async () => {
  const { asked } = await aChangedJob();
  const inside = { ...edits, webhookUrl: 'http://127.0.0.1/' };
  await expect(replayExecution({ ...asked, edits: inside })).rejects.toMatchObject({
    type: 'validation_error',
  });
  const { executionId } = await replayExecution({ ...asked, edits });
  await db().execution.update({ where: { id: executionId }, data: { request: 'v1.gone.a.b.c' } });
  expect(await claim(executionId)).toMatchObject({ kind: 'recorded', recorded: { outcome: 'failed' } });
  // Its page is shown without the request.
  const { owner, jobId } = asked;
  expect(await getExecution({ ownerId: owner.id, jobId, id: executionId })).toMatchObject({
    ...{ isEdited: true, version: null, outcome: 'failed' },
  });
});

test('several replays are called one after another, and none is skipped for another', async () => {
  const { owner, job, asked } = await aChangedJob();
  await claimOne({ workerId: await aWorker(), jobId: job.id, scheduledFor: second, now: second }).then(
    async (fire) => createRecorder().record(aResult({ call: callIn(fire) })),
  );
  const ids = (await ledgerOf(job.id)).map(({ id }) => id);
  const { replays, open } = await replayExecutions({
    ...{ owner, jobId: job.id, executionIds: [...ids, asked.executionId], as: 'recorded' },
  });
  expect({ open, of: replays.map(({ replayOf }) => replayOf) }).toEqual({ open: 0, of: ids });

  const [first, next] = replays.map(({ executionId }) => executionId);
  const out = callIn(await claim(first ?? 0));
  expect(await claim(next ?? 0)).toEqual({ kind: 'wait', ahead: 0 });
  await createRecorder().record(aResult({ call: out }));
  expect((await claim(next ?? 0)).kind).toBe('call');
});

test('a replay blocked by a call or a limit says how many are ahead of it', async () => {
  const { owner, job, asked } = await aChangedJob();
  await queueMany({ jobId: job.id, count: 2 });
  const { executionId } = await replayExecution(asked);
  expect(await claim(executionId, { admit: () => false })).toEqual({ kind: 'wait', ahead: 2 });
  const last = await replayExecution({ ...asked, as: 'current' });
  callIn(await claim(executionId));
  expect(await claim(last.executionId)).toEqual({ kind: 'wait', ahead: 2 });
  expect(await db().execution.count({ where: { job: { ownerId: owner.id }, claimedAt: null } })).toBe(3);
});

test('of several replays none is called shortly before the next fire; a single one is, and so are all of a job that allows overlap', async () => {
  const { job, asked } = await aChangedJob({ timeoutSeconds: 30 });
  const beside = await aChangedJob({ overlap: 'allow' });
  await setNextFire({ jobId: job.id, inMs: 20_000 });
  await setNextFire({ jobId: beside.job.id, inMs: 20_000 });
  const first = await replayExecution(asked);
  const next = await replayExecution({ ...asked, as: 'current' });
  expect(await claim(first.executionId)).toEqual({ kind: 'wait', ahead: 0 });
  expect(await claim(next.executionId)).toEqual({ kind: 'wait', ahead: 1 });

  await setNextFire({ jobId: job.id, inMs: 50_000 });
  await createRecorder().record(aResult({ call: callIn(await claim(first.executionId)) }));
  await setNextFire({ jobId: job.id, inMs: 20_000 });
  expect((await claim(next.executionId)).kind).toBe('call');

  const allowed = [await replayExecution(beside.asked)];
  allowed.push(await replayExecution({ ...beside.asked, as: 'current' }));
  for (const { executionId } of allowed) expect((await claim(executionId)).kind).toBe('call');
});

test('waiting replays do not count toward the queue of their job', async () => {
  const { job, asked } = await aChangedJob({ overlap: 'queue' });
  const { executionId } = await replayExecution(asked);
  const other = await replayExecution({ ...asked, as: 'current' });
  callIn(await claim(executionId));
  expect(await claim(other.executionId)).toEqual({ kind: 'wait', ahead: 0 });

  const fire = { workerId: await aWorker(), jobId: job.id, scheduledFor: second, now: second };
  expect(await claimOne(fire)).toEqual({ kind: 'busy' });
  expect(await db().execution.count({ where: { jobId: job.id, trigger: 'schedule', outcome: null } })).toBe(
    1,
  );
  await db().execution.updateMany({
    where: { jobId: job.id, trigger: 'schedule', outcome: null },
    data: { outcome: 'skipped', endedAt: new Date(second) },
  });
  const run = await db().$transaction((tx) =>
    queueRun({ tx, jobId: job.id, trigger: 'manual', requestId: randomUUID() }),
  );
  expect(await claim(run)).toEqual({ kind: 'busy' });
});

test("a job can have fifty pending replays; a paused job, an empty selection and another account's run can have none", async () => {
  const { owner, job, asked } = await aChangedJob();
  const as = 'recorded' as const;
  const many = { owner, jobId: job.id, executionIds: [asked.executionId], as };
  await expect(replayExecutions({ ...many, executionIds: [] })).rejects.toMatchObject({
    details: { execution_ids: 'Select the runs to replay first.' },
  });
  await expect(
    replayExecutions({ ...many, executionIds: Array.from({ length: 51 }, (_, index) => index + 1) }),
  ).rejects.toMatchObject({ details: { execution_ids: 'Select at most 50 runs.' } });
  const foreign = await aChangedJob();
  await expect(
    replayExecutions({ ...many, executionIds: [asked.executionId, foreign.asked.executionId] }),
  ).rejects.toMatchObject({ type: 'not_found' });
  expect(await db().execution.count({ where: { jobId: job.id, trigger: 'replay' } })).toBe(0);

  await queueMany({ jobId: job.id, count: 50 });
  await expect(replayExecutions(many)).rejects.toMatchObject({
    type: 'conflict',
    message: 'At most 50 replays of a job can be in progress, and 50 are. Try again once some have ended.',
  });
  await changeJob({ job: foreign.job, changedAt: second, status: 'paused' });
  await expect(replayExecution(foreign.asked)).rejects.toMatchObject({ type: 'conflict' });
  await expect(replayExecution({ ...asked, owner: foreign.owner })).rejects.toMatchObject({
    type: 'not_found',
  });
});

test('of several replays none is called while a fire of their job is queued', async () => {
  const { job, asked } = await aChangedJob({ overlap: 'queue' });
  const first = await replayExecution(asked);
  const next = await replayExecution({ ...asked, as: 'current' });
  const fire = { workerId: await aWorker(), jobId: job.id, scheduledFor: second, now: second };
  await claimOne({ ...fire, admit: () => false });
  await setNextFire({ jobId: job.id, inMs: 10 * minuteMs });
  expect(await claim(first.executionId)).toEqual({ kind: 'wait', ahead: 0 });
  await createRecorder().record(aResult({ call: callIn(await claimOne(fire)) }));
  await setNextFire({ jobId: job.id, inMs: 10 * minuteMs });
  callIn(await claim(first.executionId));
  expect(await claim(next.executionId)).toEqual({ kind: 'wait', ahead: 0 });
});

test('a run that has not ended is left out of several', async () => {
  const { owner, job, asked } = await aChangedJob();
  await claimOne({ workerId: await aWorker(), jobId: job.id, scheduledFor: second, now: second });
  const running = Number((await ledgerOf(job.id)).at(-1)?.id);
  const many = { owner, jobId: job.id, as: 'current' } as const;
  const { replays, open } = await replayExecutions({ ...many, executionIds: [running, asked.executionId] });
  expect([replays.map(({ replayOf }) => replayOf), open]).toEqual([[asked.executionId], 1]);
  await expect(replayExecutions({ ...many, executionIds: [running] })).rejects.toMatchObject({
    message: 'The selected runs are still in progress. Replay them once they have ended.',
  });
});

test('an account can have two hundred pending replays, not counting those of deleted jobs or other accounts', async () => {
  const { owner, job, asked } = await aChangedJob();
  const user = await db().user.findUniqueOrThrow({ where: { id: owner.id } });
  const others = [];
  for (let made = 0; made < 5; made++) others.push((await aLedgerJob({ owner: user })).id);
  const [deleted = 0, ...busy] = others;
  await db().job.update({ where: { id: deleted }, data: { deletedAt: new Date() } });
  await queueMany({ jobId: (await aLedgerJob()).id, count: 50 });
  for (const jobId of [deleted, ...busy]) await queueMany({ jobId, count: 49 });
  await queueMany({ jobId: job.id, count: 3 });
  await replayExecution(asked);
  await expect(replayExecution({ ...asked, as: 'current' })).rejects.toMatchObject({
    type: 'conflict',
    message:
      'At most 200 replays of an account can be in progress, and 200 are. Try again once some have ended.',
  });
});

test('replays waiting for a call or another replay of their job are not forgotten; the first in line is', async () => {
  const forgotten = async () => (await forgottenRuns({ limit: 500 })).map(({ executionId }) => executionId);
  const aReplay = async ({ jobId }: { jobId: number }) => {
    const dueAt = new Date(Date.now() - 2 * minuteMs);
    const row = { jobId, dueAt, jobVersion: 1, workflowId: 'job/1/run/1-1', requestId: randomUUID() };
    return Number((await db().execution.create({ data: { ...row, trigger: 'replay' } })).id);
  };
  const aWaitingJob = async ({ overlap }: Pick<JobInput, 'overlap'>) => {
    const { id: jobId } = await aSavedJob({ overlap });
    return { jobId, first: await aReplay({ jobId }), next: await aReplay({ jobId }) };
  };
  const [behind, beside] = [await aWaitingJob({ overlap: 'queue' }), await aWaitingJob({ overlap: 'allow' })];
  const found = await forgotten();
  expect(found).toEqual(expect.arrayContaining([behind.first, beside.first, beside.next]));
  expect(found).not.toContain(behind.next);

  const claimedAt = new Date();
  await db().execution.update({ where: { id: behind.first }, data: { claimedAt, attemptCount: 1 } });
  expect(await forgotten()).not.toContain(behind.next);
  const retryAt = new Date(Date.now() + minuteMs);
  await db().execution.update({ where: { id: behind.first }, data: { retryAt } });
  expect(await forgotten()).toContain(behind.next);
});

test('a retry of a replay waits without an activity while another call of its job is in flight', async () => {
  const { job, asked } = await aChangedJob();
  const first = callIn(await claim((await replayExecution(asked)).executionId));
  await createRecorder().record(aResult({ call: first, statusCode: 503, retryAt: Date.now() - 1 }));
  const other = callIn(await claim((await replayExecution({ ...asked, as: 'current' })).executionId));
  const claimSecond = async (given: { admit?: () => boolean } = {}) => {
    const held = { executionId: first.executionId, attempt: 2, ref: aRef(job.id) };
    return claimAttempt({ workerId: await aWorker(), now: Date.now(), held, ...given });
  };

  expect(await claimSecond()).toEqual({ kind: 'wait', ahead: 0 });
  await createRecorder().record(aResult({ call: other }));
  expect(await claimSecond({ admit: () => false })).toEqual({ kind: 'wait', ahead: 0 });
  expect(callIn(await claimSecond())).toMatchObject({ executionId: first.executionId, attempt: 2 });
});
