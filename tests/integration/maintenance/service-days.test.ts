import { beforeEach, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import type { Prisma } from '#server/generated/client.ts';
import { countServiceDays } from '#server/status/count-service-days.server.ts';
import { readServiceFigures } from '#server/status/read-service-days.server.ts';
import { aSavedJob } from '#tests/integration/makers.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const noon = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;
let now = Date.now();
let jobId = 0;

beforeEach(async () => {
  await db().serviceDay.deleteMany();
  await db().serviceLateness.deleteMany();
  await db().maintenanceTask.deleteMany({ where: { name: 'service-days' } });
  await db().execution.deleteMany();
  jobId = (await aSavedJob()).id;
  now = Date.now();
});

let minute = 0;

/** A row of the ledger, a minute after the previous one. */
async function aRow(given: Partial<Prisma.ExecutionUncheckedCreateInput> = {}): Promise<void> {
  minute += 1;
  const at = new Date(noon + minute * minuteMs);
  const { latenessMs = 20, ...rest } = given;
  const row = { jobId, trigger: 'schedule', scheduledFor: at, dueAt: at, jobVersion: 1 } as const;
  const ended = { outcome: 'success', endedAt: new Date(noon + dayMs / 4) } as const;
  const left = latenessMs === null ? {} : { startedAt: new Date(at.getTime() + latenessMs), latenessMs };
  await db().execution.create({ data: { ...row, ...ended, ...left, ...rest } });
}

/** A task run, ten minutes after the previous one. */
async function run(): Promise<number> {
  now += 10 * minuteMs;
  return countServiceDays({ now });
}

const days = async () =>
  (await db().serviceDay.findMany({ orderBy: { day: 'asc' } })).map(({ day, ...counts }) => ({
    day: day.toISOString().slice(0, 10),
    ...counts,
  }));
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

test('each row of the ledger is counted once, after its first attempt has had its time', async () => {
  await aRow();
  await aRow({ latenessMs: 40 });
  expect(await run()).toBe(0);
  expect(await days()).toEqual([]);
  expect(await run()).toBeGreaterThan(0);
  const counted = [
    { day: dayOf(noon), fires: 2, missed: 0, unknown: 0, limited: 0, latenessP50Ms: 20, latenessP99Ms: 40 },
  ];
  expect(await days()).toEqual(counted);
  await run();
  expect(await days()).toEqual(counted);
  await aRow({ latenessMs: 60 });
  await run();
  await run();
  expect(await days()).toMatchObject([{ fires: 3, latenessP50Ms: 40, latenessP99Ms: 60 }]);
});

test('a task run too soon after the previous one counts nothing', async () => {
  await aRow();
  await run();
  expect(await countServiceDays({ now: now + minuteMs })).toBe(0);
  expect(await days()).toEqual([]);
});

test('two concurrent task runs count each row once', async () => {
  await aRow();
  await aRow();
  await run();
  now += 10 * minuteMs;
  const counted = await Promise.all([countServiceDays({ now }), countServiceDays({ now })]);
  expect(counted.filter((went) => went > 0)).toHaveLength(1);
  expect(await days()).toMatchObject([{ fires: 2 }]);
});

test('the figures are as old as the last scan that reached the end of the ledger', async () => {
  await run();
  expect((await readServiceFigures(1)).countedAt).toBe(now);
  // A started or failed run does not change that.
  await db().maintenanceTask.update({
    where: { name: 'service-days' },
    data: { startedAt: new Date(), endedAt: new Date(), error: 'Error 57014' },
  });
  expect((await readServiceFigures(100_000)).countedAt).toBe(now);
});

test('fires skipped by their owner and manual runs do not count; missed, unknown and limited ones do', async () => {
  await aRow({ outcome: 'skipped', reason: 'owner', latenessMs: null });
  await aRow({ outcome: 'skipped', reason: 'overlap', latenessMs: null });
  await aRow({ outcome: 'skipped', reason: 'limit', latenessMs: null });
  await aRow({ outcome: 'missed', reason: 'outage', latenessMs: null });
  await aRow({ outcome: 'unknown', reason: 'worker_lost' });
  await aRow({ trigger: 'manual', scheduledFor: null, requestId: crypto.randomUUID(), latenessMs: 9_000 });
  await aRow({ outcome: null, endedAt: null, latenessMs: null });
  await run();
  await run();
  expect(await days()).toMatchObject([
    { fires: 2, missed: 1, unknown: 1, limited: 1, latenessP50Ms: 20, latenessP99Ms: 20 },
  ]);
});

test('a row that counts several fires counts on each day it spans', async () => {
  const from = new Date(noon - dayMs);
  const until = new Date(noon);
  await aRow({
    ...{ outcome: 'missed', reason: 'outage', latenessMs: null },
    ...{ scheduledFor: from, dueAt: from, missedUntil: until, missedCount: 1_441 },
  });
  await run();
  await run();
  const counted = await days();
  expect(counted.map(({ missed }) => missed)).toEqual([720, 721]);
});

test('percentiles have three digits and are never better than the measurements', async () => {
  for (let index = 0; index < 99; index += 1) await aRow({ latenessMs: index < 60 ? 1_234 : 12_345 });
  await aRow({ latenessMs: 1_234_567 });
  await run();
  await run();
  expect(await days()).toMatchObject([{ fires: 100, latenessP50Ms: 1_240, latenessP99Ms: 12_400 }]);
});

test('counts stay when their executions are removed', async () => {
  await aRow();
  await run();
  await run();
  await db().execution.deleteMany();
  await run();
  await run();
  expect(await days()).toMatchObject([{ fires: 1, latenessP99Ms: 20 }]);
});
