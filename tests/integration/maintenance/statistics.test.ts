import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { recordAttempts } from '#server/executions/recording/record-attempts.server.ts';
import { checkStatistics } from '#server/maintenance/check-statistics.server.ts';
import { aLedgerJob, aResult, aWorker, callIn, claimOne } from '#tests/integration/ledger/kit.ts';

const dayMs = 86_400_000;
const yesterday = (Math.floor(Date.now() / dayMs) - 1) * dayMs;
const run = () => checkStatistics({ isStopping: () => false });
const statsOf = (jobId: number) =>
  db().dailyStat.findUnique({ where: { jobId_day: { jobId, day: new Date(yesterday) } } });

/** A job called at 12:00 and 12:01 yesterday; the second call failed. */
async function aCountedJob(): Promise<number> {
  const noon = yesterday + dayMs / 2;
  const { id: jobId } = await aLedgerJob({ accountedUntil: noon - 60_000, retryCount: 0 });
  const workerId = await aWorker();
  for (const [index, statusCode] of [200, 500].entries()) {
    const call = callIn(await claimOne({ workerId, jobId, scheduledFor: noon + index * 60_000 }));
    await recordAttempts([aResult({ call, statusCode })]);
  }
  return jobId;
}

test('statistics that agree with the ledger are left alone', async () => {
  const jobId = await aCountedJob();
  const before = await statsOf(jobId);
  expect(before).toMatchObject({ success: 1, failed: 1 });
  expect(await run()).toBe(0);
  expect(await statsOf(jobId)).toEqual(before);
});

test('statistics of yesterday that differ from the ledger, or are missing, are corrected', async () => {
  const [wrong, missing] = [await aCountedJob(), await aCountedJob()];
  const before = await statsOf(wrong);
  await db().dailyStat.updateMany({ where: { jobId: wrong }, data: { success: 7, durationSumMs: 99_999 } });
  await db().dailyStat.deleteMany({ where: { jobId: missing } });
  expect(await run()).toBe(2);
  expect(await statsOf(wrong)).toEqual(before);
  expect(await statsOf(missing)).toMatchObject({ success: 1, failed: 1 });
  expect(await run()).toBe(0);
});

test('a counted row that reaches into another day causes no repair, one within the day is counted fully', async () => {
  const { id: jobId } = await aLedgerJob();
  const row = { jobId, trigger: 'schedule', jobVersion: 1, outcome: 'missed', reason: 'outage' } as const;
  const at = new Date(yesterday + 3_600_000);
  const { id } = await db().execution.create({
    data: {
      ...row,
      scheduledFor: at,
      dueAt: at,
      endedAt: at,
      missedUntil: new Date(Date.now()),
      missedCount: 1500,
    },
  });
  expect(await run()).toBe(0);
  await db().execution.update({
    where: { id },
    data: { missedUntil: new Date(yesterday + 7_200_000), missedCount: 61 },
  });
  expect(await run()).toBe(1);
  expect(await statsOf(jobId)).toMatchObject({ missed: 61 });
});
