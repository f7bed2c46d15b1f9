import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { planFires } from '#server/executions/planning/plan-fires.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import { aLedgerJob, aResult, aWorker, callIn, claimOne, ledgerOf, schedule, minuteMs, noon } from './kit.ts';

const secondMs = 1000;
/** The hour up to noon was an outage: sixty minutes have no row, noon is the last of them. */
const outage = { accountedUntil: noon - 60 * minuteMs };
const back = noon + 35 * secondMs;

interface Called {
  at: number;
  trigger: string;
  startedAt: number;
}

/**
 * Simulates a job workflow from `back` on: it dispatches the first planned fire, and the next one at its time, with or
 * without the result of the first; then it plans again.
 */
async function loopFrom({ jobId, callMs, until }: { jobId: number; callMs: number; until: number }) {
  const workerId = await aWorker();
  const called: Called[] = [];
  const dispatch = async (scheduledFor: number, now: number) => {
    const claim = await claimOne({ workerId, jobId, scheduledFor, now });
    const startedAt = Math.max(now, scheduledFor);
    if (claim.kind !== 'call') return { endedAt: startedAt, record: () => Promise.resolve() };
    called.push({ at: scheduledFor, trigger: claim.call.trigger, startedAt });
    const result = aResult({ call: claim.call, startedAt, tookMs: callMs });
    return { endedAt: startedAt + callMs, record: () => createRecorder().record(result) };
  };
  for (let now = back; ;) {
    const plan = await planFires({ jobId, now, schedule });
    const [first, second] = plan.kind === 'fires' ? plan.fires : [];
    if (!first || first.scheduledFor > until) return called;
    const out = await dispatch(first.scheduledFor, Math.max(now, first.scheduledFor - 300));
    const recheckAt = (second?.scheduledFor ?? Infinity) - 300;
    if (second && recheckAt <= out.endedAt) await (await dispatch(second.scheduledFor, recheckAt)).record();
    await out.record();
    now = out.endedAt;
  }
}

async function outcomesOf(jobId: number) {
  const rows = await ledgerOf(jobId);
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  return { rows: rows.length, success: count('success'), missed: count('missed') };
}

test('F12: after an hour without workers, last catches up one fire and the rest read missed', async () => {
  const job = await aLedgerJob({ ...outage, catchUp: 'last' });
  const called = await loopFrom({ jobId: job.id, callMs: 400, until: noon });
  expect(called).toEqual([{ at: noon, trigger: 'catch_up', startedAt: back }]);
  expect(await outcomesOf(job.id)).toEqual({ rows: 60, success: 1, missed: 59 });
});

test('F12: after an hour without workers, all catches up every fire, oldest first, one after another', async () => {
  const job = await aLedgerJob({ ...outage, catchUp: 'all' });

  const called = await loopFrom({ jobId: job.id, callMs: 400, until: noon });

  expect(called.map(({ at }) => at)).toEqual(
    Array.from({ length: 60 }, (_, index) => noon - (59 - index) * minuteMs),
  );
  expect(called.every(({ trigger }) => trigger === 'catch_up')).toBe(true);
  expect(called.every(({ startedAt }, index) => startedAt === back + index * 400)).toBe(true);
  expect(await outcomesOf(job.id)).toEqual({ rows: 60, success: 60, missed: 0 });
}, 90_000);

test('F12: after an hour without workers, none catches nothing up', async () => {
  const job = await aLedgerJob({ ...outage, catchUp: 'none' });
  expect(await loopFrom({ jobId: job.id, callMs: 400, until: noon })).toEqual([]);
  expect(await outcomesOf(job.id)).toEqual({ rows: 60, success: 0, missed: 60 });
});

test('fires not started before the next scheduled fire read missed, and that fire follows the overlap policy', async () => {
  const job = await aLedgerJob({ ...outage, catchUp: 'all' });

  const called = await loopFrom({ jobId: job.id, callMs: 8_000, until: noon + minuteMs });

  // Four calls of 8 s begin within the remaining 25 s; the last is still in flight at the minute.
  expect(called.map(({ at }) => (at - noon) / minuteMs)).toEqual([-59, -58, -57, -56]);
  expect(await outcomesOf(job.id)).toEqual({ rows: 61, success: 4, missed: 56 });
  expect((await ledgerOf(job.id)).at(-1)).toMatchObject({
    at: noon + minuteMs,
    trigger: 'schedule',
    outcome: 'skipped',
    reason: 'overlap',
  });
});

test('a caught-up fire waits while another call of its job is in flight, and has no row until then', async () => {
  const job = await aLedgerJob({ ...outage, catchUp: 'all' });
  const workerId = await aWorker();
  const [oldest, second] = [noon - 59 * minuteMs, noon - 58 * minuteMs];
  const ask = (scheduledFor: number, now = back) => claimOne({ workerId, jobId: job.id, scheduledFor, now });

  expect(await ask(second)).toEqual({ kind: 'busy' });
  const call = callIn(await ask(oldest));
  expect(await ask(second)).toEqual({ kind: 'busy' });
  expect(await ledgerOf(job.id)).toHaveLength(1);
  await createRecorder().record(aResult({ call, startedAt: back, tookMs: 900 }));

  expect(callIn(await ask(second, back + 1000))).toMatchObject({ scheduledFor: second, trigger: 'catch_up' });
});

test('a failed caught-up fire is not retried: the next instant of the schedule has passed', async () => {
  const job = await aLedgerJob({ ...outage, catchUp: 'all' });
  const claim = { workerId: await aWorker(), jobId: job.id, scheduledFor: noon - 59 * minuteMs, now: back };
  const call = callIn(await claimOne(claim));
  const result = aResult({ call, startedAt: back, statusCode: 503, retryAt: back + 5000 });
  expect(await createRecorder().record(result)).toMatchObject({ outcome: 'superseded' });
});

test('a due fire runs as scheduled, although older ones were still to be caught up', async () => {
  const job = await aLedgerJob({ ...outage, catchUp: 'all' });
  const next = noon + minuteMs;
  const claim = await claimOne({ workerId: await aWorker(), jobId: job.id, scheduledFor: next });
  expect(callIn(claim)).toMatchObject({ trigger: 'schedule', scheduledFor: next });
  expect((await outcomesOf(job.id)).missed).toBe(60);
});

test('a fire skipped by its owner reads skipped even if no worker was running at its time', async () => {
  const job = await aLedgerJob({ ...outage, catchUp: 'none' });
  const wanted = new Date(noon - 58 * minuteMs);
  await db().skip.create({ data: { jobId: job.id, scheduledFor: wanted } });
  await planFires({ jobId: job.id, now: back, schedule });
  const rows = await ledgerOf(job.id);
  const others = rows.filter(({ outcome }) => outcome !== 'missed');
  expect(others).toMatchObject([{ scheduledFor: wanted, outcome: 'skipped', reason: 'owner' }]);
  const day = await db().dailyStat.findFirstOrThrow({ where: { jobId: job.id } });
  expect([day.skipped, day.missed]).toEqual([1, rows.length - 1]);
});
