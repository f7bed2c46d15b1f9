import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { getExecution } from '#server/executions/history/get-execution.server.ts';
import { listExecutions } from '#server/executions/history/list-executions.server.ts';
import { setNextRun } from '#server/executions/planning/set-next-run.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import { countMinutes } from '#server/executions/statistics/count-minutes.server.ts';
import { countersOf } from '#server/executions/statistics/counters-of.server.ts';
import { dailyOutcomes } from '#server/executions/statistics/daily-outcomes.server.ts';
import { dayStrips, outcomeBits } from '#server/executions/statistics/day-strips.server.ts';
import { hourTimeline } from '#server/executions/statistics/hour-timeline.server.ts';
import { repairDailyStats } from '#server/executions/statistics/repair-daily-stats.server.ts';
import type { Outcome } from '#server/generated/client.ts';
import { nextRare, rare } from '#tests/integration/rare-schedule.ts';
import { aSavedJob, aUser } from '../makers.ts';
import { aLedgerJob, aResult, aWorker, callIn, claimOne, minuteMs, noon } from './kit.ts';

const anEnd = {
  ...({ executionId: 1, trigger: 'schedule', startedAt: null, durationMs: null, latenessMs: null } as const),
  ...{ reason: null, statusCode: null, errorCode: null },
};

/** Executions a minute apart, the first at noon. */
async function aHistory({ jobId, outcomes }: { jobId: number; outcomes: (Outcome | null)[] }) {
  for (const [index, outcome] of outcomes.entries()) {
    const at = new Date(noon + index * minuteMs);
    const hasRun = outcome !== 'skipped' && outcome !== 'missed';
    await db().execution.create({
      data: {
        jobId,
        trigger: 'schedule',
        scheduledFor: at,
        dueAt: at,
        jobVersion: 1,
        outcome,
        claimedAt: hasRun ? at : null,
        endedAt: outcome ? at : null,
      },
    });
  }
}

test('the history is newest first and can be filtered by status, dates and page', async () => {
  const owner = await aUser();
  const { id: jobId } = await aLedgerJob({ owner });
  const outcomes = ['success', 'failed', 'superseded', 'unknown', 'skipped', 'missed', null] as const;
  await aHistory({ jobId, outcomes: [...outcomes, ...outcomes] });
  const list = (more: object) => listExecutions({ ownerId: owner.id, jobId, ...more });

  const all = await list({});
  expect(all).toMatchObject({ total: 14, rows: { length: 10 } });
  expect(all.rows[0]).toMatchObject({
    id: expect.any(Number) as number,
    dueAt: new Date(noon + 13 * minuteMs),
  });
  expect((await list({ page: 2 })).rows).toHaveLength(4);
  const next = await list({ cursor: all.nextCursor });
  expect(next.rows.map(({ id }) => id)).toEqual((await list({ page: 2 })).rows.map(({ id }) => id));
  expect((await list({ status: 'failed' })).total).toBe(6);
  expect((await list({ status: 'not_run' })).total).toBe(4);
  expect((await list({ status: 'running' })).rows).toMatchObject([{ outcome: null }, { outcome: null }]);
  const window = { from: new Date(noon + minuteMs), until: new Date(noon + 3 * minuteMs) };
  expect((await list(window)).rows.map(({ outcome }) => outcome)).toEqual(['superseded', 'failed']);
});

test("another account's job has no history and no executions, like one that does not exist", async () => {
  const owner = await aUser();
  const stranger = await aUser();
  const job = await aLedgerJob({ owner });
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  const id = call.executionId;

  await expect(listExecutions({ ownerId: stranger.id, jobId: job.id })).rejects.toMatchObject({
    type: 'not_found',
  });
  await expect(getExecution({ ownerId: stranger.id, jobId: job.id, id })).rejects.toMatchObject({
    type: 'not_found',
  });
  const other = await aLedgerJob({ owner });
  await expect(getExecution({ ownerId: owner.id, jobId: other.id, id })).rejects.toMatchObject({
    type: 'not_found',
  });
});

test('an execution is read with its attempts, the responses and the version that ran', async () => {
  const owner = await aUser();
  const job = await aLedgerJob({ owner, headers: { 'x-one': '1' } });
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  await createRecorder().record(aResult({ call }));

  const read = await getExecution({ ownerId: owner.id, jobId: job.id, id: call.executionId });

  expect(read).toMatchObject({
    id: call.executionId,
    outcome: 'success',
    attempts: [
      { number: 1, statusCode: 200, response: { body: 'ok', headers: { 'content-type': 'text/plain' } } },
    ],
    version: { webhookUrl: 'https://shop.example.com/ping', headers: { 'x-one': '1' } },
  });
});

test("a request is shown signed or unsigned as it was sent, whatever its owner's secret is now", async () => {
  const owner = await aUser();
  const job = await aLedgerJob({ owner, isSigned: true });
  const call = callIn(await claimOne({ workerId: await aWorker(), jobId: job.id }));
  const made = aResult({ call });
  const sentAs = async () => {
    const { attempts } = await getExecution({ ownerId: owner.id, jobId: job.id, id: call.executionId });
    return attempts[0]?.request?.headers['webhook-signature'];
  };
  await createRecorder().record({ ...made, result: { ...made.result, isSigned: true } });
  expect(await sentAs()).toBe('v1,********');
  await db().attempt.updateMany({ where: { executionId: call.executionId }, data: { isSigned: null } });
  expect(await sentAs()).toBeUndefined();
});

test('counters and strips count what ran, per job and day, for the owner only', async () => {
  const owner = await aUser();
  const [one, two] = [await aSavedJob({ owner }), await aSavedJob({ owner })];
  const foreign = await aSavedJob();
  const today = new Date(new Date().toISOString().slice(0, 10));
  const yesterday = new Date(today.getTime() - 24 * 60 * minuteMs);
  await db().dailyStat.createMany({
    data: [
      { jobId: one.id, day: yesterday, success: 3, failed: 1, missed: 5 },
      { jobId: one.id, day: today, success: 2, unknown: 1, skipped: 4 },
      { jobId: two.id, day: yesterday, skipped: 2, skippedByOwner: 2 },
      { jobId: two.id, day: today, superseded: 1 },
      { jobId: two.id, day: new Date(today.getTime() - 40 * 24 * 60 * minuteMs), success: 10 },
      { jobId: foreign.id, day: today, success: 99 },
    ],
  });

  expect(await countersOf({ ownerId: owner.id })).toEqual({ successful: 15, failed: 3 });
  expect(await dailyOutcomes({ jobId: one.id, days: 30 })).toMatchObject([
    { success: 3, missed: 5 },
    { success: 2 },
  ]);
  expect(await dailyOutcomes({ jobId: two.id, days: 30 })).toMatchObject([
    { skipped: 2, skippedByOwner: 2 },
    { day: today.toISOString().slice(0, 10), superseded: 1 },
  ]);
  const { success, failed, superseded, skipped, missed, unknown, skippedByOwner } = outcomeBits;
  const bits = await dayStrips({ jobIds: [two.id, one.id], days: 30 });
  const nothing = Array.from({ length: 28 }, () => 0);
  expect(bits.get(one.id)).toEqual([...nothing, success | failed | missed, success | unknown | skipped]);
  expect(bits.get(two.id)).toEqual([...nothing, skippedByOwner, superseded]);
  await db().dailyStat.updateMany({
    where: { jobId: two.id, day: today },
    data: { superseded: 3, success: 1 },
  });
  expect(await countersOf({ ownerId: owner.id })).toEqual({ successful: 16, failed: 5 });
});

test("the sums of an account keep a deleted job's executions, also those that end after its deletion", async () => {
  const owner = await aUser();
  const [kept, gone] = [await aSavedJob({ owner }), await aSavedJob({ owner })];
  const day = new Date('2026-11-20');
  for (const { id: jobId } of [kept, gone])
    await db().dailyStat.create({ data: { jobId, day, success: 2, failed: 1 } });

  await db().job.update({ where: { id: gone.id }, data: { deletedAt: new Date() } });
  expect(await countersOf({ ownerId: owner.id })).toEqual({ successful: 4, failed: 2 });
  await db().dailyStat.updateMany({ where: { jobId: gone.id }, data: { success: 7 } });
  expect(await countersOf({ ownerId: owner.id })).toEqual({ successful: 9, failed: 2 });

  await db().job.delete({ where: { id: gone.id } });
  expect(await countersOf({ ownerId: owner.id })).toEqual({ successful: 9, failed: 2 });
  expect(await repairDailyStats({ jobIds: [kept.id, gone.id], day: '2026-11-20' })).toBe(0);
  expect(await countersOf({ ownerId: owner.id })).toEqual({ successful: 9, failed: 2 });
});

test('the hour timeline shows the calls of the last hour by minutes and those due in the next', async () => {
  const owner = await aUser();
  const quarterly = await aLedgerJob({ owner, name: 'Quarterly', cronExpression: '*/15 * * * *' });
  await aLedgerJob({ owner, cronExpression: '*/30 * * * *', status: 'paused' });
  await aHistory({ jobId: quarterly.id, outcomes: ['success', 'failed', 'missed', null] });
  await inTransaction((client) =>
    countMinutes({
      client,
      runs: (['success', 'unknown'] as const).map((outcome, index) => {
        const at = noon + index * minuteMs;
        return { ...anEnd, jobId: quarterly.id, outcome, at, endedAt: at };
      }),
    }),
  );
  const now = noon + 10 * minuteMs;
  await db().jobState.update({
    where: { jobId: quarterly.id },
    data: { nextRunAt: new Date(noon + 15 * minuteMs) },
  });

  expect(await hourTimeline({ ownerId: owner.id, now })).toEqual({
    now,
    past: [
      { at: noon, success: 1, failed: 0, open: 0 },
      { at: noon + minuteMs, success: 0, failed: 1, open: 0 },
      { at: noon + 3 * minuteMs, success: 0, failed: 0, open: 1 },
    ],
    due: [15, 30, 45, 60].map((minute) => ({ at: noon + minute * minuteMs, count: 1 })),
    next: { name: 'Quarterly', at: noon + 15 * minuteMs },
  });
  const skipped = [15, 45, 50].map((minute) => new Date(noon + minute * minuteMs));
  await db().skip.createMany({
    data: skipped.map((scheduledFor) => ({ jobId: quarterly.id, scheduledFor })),
  });
  expect(await hourTimeline({ ownerId: owner.id, now })).toMatchObject({
    due: [30, 60].map((minute) => ({ at: noon + minute * minuteMs, count: 1 })),
    next: { name: 'Quarterly', at: noon + 30 * minuteMs },
  });
  expect(await hourTimeline({ ownerId: (await aUser()).id, now })).toBeNull();
});

test('a save sets the next run and leaves the past to the engine', async () => {
  const job = await aSavedJob({ cronExpression: rare });
  const before = await db().jobState.findUniqueOrThrow({ where: { jobId: job.id } });
  expect(before.nextRunAt).toEqual(new Date(nextRare));

  const paused = await db().job.update({ where: { id: job.id }, data: { status: 'paused' } });
  await db().$transaction((tx) => setNextRun({ tx, job: paused }));

  const after = await db().jobState.findUniqueOrThrow({ where: { jobId: job.id } });
  expect(after).toMatchObject({ nextRunAt: null, accountedUntil: before.accountedUntil });
});
