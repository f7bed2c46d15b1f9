import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { markRestored } from '#server/engine/mark-restored.server.ts';
import { claimAttempt } from '#server/executions/claiming/claim-attempt.server.ts';
import { rescueLostWorkers } from '#server/executions/leases/rescue-lost-workers.server.ts';
import { planFires } from '#server/executions/planning/plan-fires.server.ts';
import { recordAttempts } from '#server/executions/recording/record-attempts.server.ts';
import {
  aLedgerJob,
  aRef,
  aResult,
  aWorker,
  callIn,
  claimOne,
  ledgerOf,
  loseLease,
  schedule,
  minuteMs,
  noon,
} from '../ledger/kit.ts';

test('fires due between the backup and the restore read unknown, reason outage, and are not called', async () => {
  const now = noon + 90 * minuteMs + 30_000;
  const { id: jobId } = await aLedgerJob({ accountedUntil: noon, catchUp: 'all' });
  const { id: paused } = await aLedgerJob({ accountedUntil: noon, status: 'paused' });

  const { unknown } = await markRestored({ now });

  expect(unknown).toBe(61);
  const rows = await ledgerOf(jobId);
  expect(new Set(rows.map(({ outcome, reason }) => `${outcome} ${reason}`))).toEqual(
    new Set(['unknown outage']),
  );
  expect(rows[0]?.at).toBe(noon + minuteMs);
  expect(rows.at(-1)).toMatchObject({ missedCount: 30, missedUntil: new Date(noon + 90 * minuteMs) });
  const plan = await planFires({ jobId, now, schedule });
  expect(plan).toMatchObject({ kind: 'fires', fires: [{ scheduledFor: noon + 91 * minuteMs }, {}] });
  const stats = await db().dailyStat.findMany({ where: { jobId } });
  expect(stats.map((day) => day.unknown)).toEqual([90]);
  expect(await db().jobState.findUnique({ where: { jobId } })).toMatchObject({ failureStreak: 0 });
  expect(await ledgerOf(paused)).toEqual([]);
});

test('calls in flight or waiting for their next attempt in the backup are not made again', async () => {
  const { id: jobId } = await aLedgerJob({ retryCount: 3 });
  const workerId = await aWorker();
  const waiting = callIn(await claimOne({ workerId, jobId }));
  await recordAttempts([aResult({ call: waiting, statusCode: 500, retryAt: noon + 20_000 })]);
  const { id: other } = await aLedgerJob({ retryCount: 3 });
  callIn(await claimOne({ workerId, jobId: other }));

  await markRestored({ now: noon + 30_000 });

  await loseLease(workerId);
  expect((await rescueLostWorkers({ now: noon + 40_000 })).activities).toEqual([]);
  for (const id of [jobId, other])
    expect(await ledgerOf(id)).toMatchObject([{ outcome: 'unknown', reason: 'outage', retryAt: null }]);
  const held = { executionId: waiting.executionId, attempt: 2, ref: aRef(jobId) };
  const claim = await claimAttempt({ workerId: await aWorker(), now: noon + 41_000, held });
  expect(claim.kind).not.toBe('call');
});

test('the epoch rises and every job is pushed to Temporal again', async () => {
  const { id: jobId } = await aLedgerJob();
  await db().job.update({ where: { id: jobId }, data: { appliedVersion: 1, applyFailures: 5 } });
  const before = await db().installation.findUniqueOrThrow({ where: { id: 1 } });
  const { epoch } = await markRestored({ now: noon });
  expect(epoch).toBe(before.epoch + 1);
  expect(await db().job.findUnique({ where: { id: jobId } })).toMatchObject({
    appliedVersion: 0,
    applyFailures: 0,
  });
  expect((await markRestored({ now: noon })).unknown).toBe(0);
});

test('ids given out since the backup are not given out again: workflows of that time may still wait with them', async () => {
  const sequences = () => db().$queryRaw<{ jobs: bigint; executions: bigint }[]>`
    select (select "last_value" from "Job_id_seq") as "jobs",
      (select "last_value" from "Execution_id_seq") as "executions"`;
  const [before] = await sequences();

  await markRestored({ now: noon });

  const [after] = await sequences();
  expect(Number(after?.jobs) - Number(before?.jobs)).toBeGreaterThan(10_000);
  expect(Number(after?.executions) - Number(before?.executions)).toBeGreaterThan(10_000_000);
});
