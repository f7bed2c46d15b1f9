import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { claimFires } from '#server/executions/claiming/claim-fires.server.ts';
import { claimRun } from '#server/executions/claiming/claim-run.server.ts';
import { queueRun } from '#server/executions/claiming/queue-run.server.ts';
import { rescueLostWorkers } from '#server/executions/leases/rescue-lost-workers.server.ts';
import { planFires } from '#server/executions/planning/plan-fires.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import {
  aHeldFire,
  aLedgerJob,
  aRef,
  aResult,
  aWorker,
  callIn,
  changeJob,
  claimOne,
  ledgerOf,
  loseLease,
  schedule,
  minuteMs,
  noon,
  stateOf,
} from './kit.ts';

const second = noon + minuteMs;
const third = noon + 2 * minuteMs;

/** A job that queues, with a call in flight since noon and the next fire in the queue. */
async function aQueueingJob(given: Parameters<typeof aLedgerJob>[0] = {}) {
  const job = await aLedgerJob({ overlap: 'queue', ...given });
  const workerId = await aWorker();
  const call = callIn(await claimOne({ workerId, jobId: job.id }));
  const queued = await claimOne({ workerId, jobId: job.id, scheduledFor: second });
  const claimPass = (scheduledFor: number, now: number) =>
    claimOne({ workerId, jobId: job.id, scheduledFor, now });
  return { job, workerId, call, queued, claimPass };
}

const endsOf = async (jobId: number) =>
  (await ledgerOf(jobId)).map(({ at, outcome, reason }) => [((at ?? 0) - noon) / minuteMs, outcome, reason]);

test('a fire during a call is queued, and called once that call has ended', async () => {
  const { job, call, queued, claimPass } = await aQueueingJob();
  expect(queued).toEqual({ kind: 'busy' });
  expect((await ledgerOf(job.id))[1]).toMatchObject({
    at: second,
    outcome: null,
    claimedAt: null,
    workerId: null,
    attempts: [],
  });
  expect(await claimPass(second, second + 1000)).toEqual({ kind: 'busy' });

  await createRecorder().record(aResult({ call, tookMs: 70_000 }));
  const later = callIn(await claimPass(second, second + 11_000));

  expect(later).toMatchObject({ trigger: 'schedule', scheduledFor: second, attempt: 1, deadlineAt: third });
  expect((await ledgerOf(job.id))[1]).toMatchObject({ attemptCount: 1, attempts: [{ number: 1 }] });
});

test('another fire is skipped while one is queued, and the next one after that is queued again', async () => {
  const { job, call, claimPass } = await aQueueingJob();

  expect(await claimPass(third, third - 300)).toMatchObject({ recorded: { outcome: 'skipped' } });
  await createRecorder().record(aResult({ call, tookMs: 130_000 }));
  const later = callIn(await claimPass(second, third + 11_000));
  expect(await claimPass(third + minuteMs, third + minuteMs - 300)).toEqual({ kind: 'busy' });

  expect(later.scheduledFor).toBe(second);
  expect(await endsOf(job.id)).toEqual([
    [0, 'success', null],
    [1, null, null],
    [2, 'skipped', 'overlap'],
    [3, null, null],
  ]);
});

test('a queued fire and the next one in the same claim pass go one after the other', async () => {
  const { job, workerId, call } = await aQueueingJob();
  await createRecorder().record(aResult({ call, tookMs: 70_000 }));

  const claims = await claimFires({
    workerId,
    now: third - 300,
    fires: [second, third].map((scheduledFor) => aHeldFire({ jobId: job.id, scheduledFor })),
    schedule,
  });

  expect(claims).toMatchObject([{ kind: 'call', call: { scheduledFor: second } }, { kind: 'busy' }]);
  expect((await ledgerOf(job.id))[2]).toMatchObject({ at: third, outcome: null, claimedAt: null });
});

test('two workers that claim a queued fire at once get it once', async () => {
  const { job, call } = await aQueueingJob();
  await createRecorder().record(aResult({ call, tookMs: 70_000 }));
  const workers = await Promise.all([aWorker(), aWorker()]);
  const claims = await Promise.all(
    workers.map((workerId) =>
      claimOne({ workerId, jobId: job.id, scheduledFor: second, now: second + 11_000 }),
    ),
  );
  expect(claims.map(({ kind }) => kind).sort()).toEqual(['busy', 'call']);
});

test('a queued fire outlives the worker that held it: another claims it once the lost call is settled', async () => {
  const { job, workerId, queued } = await aQueueingJob({ retryCount: 0 });
  expect(queued.kind).toBe('busy');
  await loseLease(workerId);
  await rescueLostWorkers({ now: second + 12_000 });

  const plan = await planFires({ jobId: job.id, now: second + 13_000, schedule });
  const claim = await claimOne({
    workerId: await aWorker(),
    jobId: job.id,
    scheduledFor: second,
    now: second + 13_000,
  });

  expect(plan).toMatchObject({ fires: [{ scheduledFor: second }, { scheduledFor: third }] });
  expect(claim.kind).toBe('call');
  expect((await endsOf(job.id))[0]).toEqual([0, 'unknown', 'worker_lost']);
});

test('a queued fire whose job is paused, or edited away from it, ends as skipped by the owner', async () => {
  const [paused, moved, kept] = [await aQueueingJob(), await aQueueingJob(), await aQueueingJob()];
  await changeJob({ job: paused.job, changedAt: second + 1000, status: 'paused' });
  await changeJob({ job: moved.job, changedAt: second + 1000, cronExpression: '30 * * * *' });
  await changeJob({ job: kept.job, changedAt: second + 1000, retryCount: 0 });
  for (const { call } of [paused, moved, kept])
    await createRecorder().record(aResult({ call, tookMs: 61_500 }));

  for (const { claimPass } of [paused, moved])
    expect(await claimPass(second, second + 2000)).toMatchObject({ recorded: { outcome: 'skipped' } });
  expect(callIn(await kept.claimPass(second, second + 2000))).toMatchObject({ jobVersion: 2, retryCount: 0 });

  for (const { job } of [paused, moved]) expect((await endsOf(job.id))[1]).toEqual([1, 'skipped', 'owner']);
});

test('planning after a pause ends queued fires and waiting attempts at once', async () => {
  const queueing = await aQueueingJob();
  const retrying = await aLedgerJob();
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: retrying.id }));
  await createRecorder().record(aResult({ call, statusCode: 503, retryAt: noon + 30_000 }));
  await changeJob({ job: queueing.job, changedAt: second + 1000, status: 'paused' });
  await changeJob({ job: retrying, changedAt: noon + 1000, status: 'paused' });

  await planFires({ jobId: queueing.job.id, now: second + 2000, schedule });
  await planFires({ jobId: retrying.id, now: noon + 2000, schedule });

  expect((await endsOf(queueing.job.id))[1]).toEqual([1, 'skipped', 'owner']);
  expect(await endsOf(retrying.id)).toEqual([[0, 'failed', 'owner']]);
});

test('a job that allows overlap calls its fires concurrently', async () => {
  const job = await aLedgerJob({ overlap: 'allow' });
  const workerId = await aWorker();
  for (const scheduledFor of [noon, second, third])
    expect((await claimOne({ workerId, jobId: job.id, scheduledFor })).kind).toBe('call');
});

test('a manual run waits in the queue of its job, and is skipped if the queue is full', async () => {
  const { job, call } = await aQueueingJob();
  const ask = async () => {
    const requestId = crypto.randomUUID();
    const executionId = await db().$transaction((tx) =>
      queueRun({ tx, jobId: job.id, trigger: 'api', requestId }),
    );
    return { workerId: await aWorker(), now: second + 1000, executionId, ref: aRef(executionId) };
  };
  expect(await claimRun(await ask())).toMatchObject({ recorded: { outcome: 'skipped' } });
  await claimOne({ workerId: await aWorker(), jobId: job.id, scheduledFor: second, now: second + 1000 });
  await db().execution.updateMany({
    where: { jobId: job.id, scheduledFor: new Date(second) },
    data: { outcome: 'skipped', endedAt: new Date(second) },
  });

  const run = await ask();
  expect(await claimRun(run)).toEqual({ kind: 'busy' });
  await createRecorder().record(aResult({ call, tookMs: 70_000 }));
  expect((await claimRun(run)).kind).toBe('call');
});

test('a fire blocked by a limit waits, and is called once it is admitted', async () => {
  const job = await aLedgerJob();
  const workerId = await aWorker();
  const asked: unknown[] = [];
  const refuse = (facts: unknown) => asked.push(facts) < 0;

  expect(await claimOne({ workerId, jobId: job.id, admit: refuse })).toEqual({ kind: 'busy' });
  const late = { workerId, jobId: job.id, now: noon + 40_000 };
  expect(await claimOne({ ...late, admit: refuse })).toEqual({ kind: 'busy' });
  expect(callIn(await claimOne(late))).toMatchObject({ scheduledFor: noon, trigger: 'schedule' });

  const facts = { jobId: job.id, ownerId: job.ownerId, tier: 'premium', target: 'shop.example.com' };
  expect(asked).toEqual([facts, facts]);
});

test('a fire blocked by a limit until the next one is due is skipped, reason limit', async () => {
  const [looked, unlooked] = [await aLedgerJob(), await aLedgerJob()];
  const workerId = await aWorker();
  const admit = () => false;
  for (const { id } of [looked, unlooked]) await claimOne({ workerId, jobId: id, admit });

  const last = await claimOne({ workerId, jobId: looked.id, now: second - 900, admit });
  const next = { workerId, scheduledFor: second };
  expect((await claimOne({ ...next, jobId: looked.id })).kind).toBe('call');
  expect((await claimOne({ ...next, jobId: unlooked.id })).kind).toBe('call');

  expect(last).toMatchObject({ recorded: { outcome: 'skipped' } });
  for (const { id } of [looked, unlooked])
    expect(await endsOf(id)).toEqual([
      [0, 'skipped', 'limit'],
      [1, null, null],
    ]);
  expect(await stateOf(looked.id)).toMatchObject({ failureStreak: 0 });
});

test('a fire that is not called for another reason does not count against the limits', async () => {
  const job = await aLedgerJob();
  const workerId = await aWorker();
  await claimOne({ workerId, jobId: job.id });
  let asked = 0;
  const admit = () => (asked += 1) > 0;
  await claimOne({ workerId, jobId: job.id, scheduledFor: second, admit });
  expect(asked).toBe(0);
});
