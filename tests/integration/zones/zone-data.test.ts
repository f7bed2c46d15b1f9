import { beforeEach, expect, test } from 'vitest';
import { toChanges } from '#app/presenters/job/job-changes.ts';
import { nextFires } from '#domain/schedule/schedule.ts';
import { zoneVersion } from '#domain/schedule/timezone.ts';
import { useZoneData } from '#domain/zones/zones-in-use.ts';
import { db } from '#server/database/db.server.ts';
import { planFires } from '#server/executions/planning/plan-fires.server.ts';
import { listVersions } from '#server/jobs/reads/list-versions.server.ts';
import { agreeOnZones } from '#server/zones/agree-on-zones.server.ts';
import { replanZones } from '#server/zones/replan-zones.server.ts';
import { readZoneStatus } from '#server/zones/zone-status.server.ts';
import { aWorker, claimOne, ledgerOf, schedule, stateOf } from '../ledger/kit.ts';
import { aSavedJob } from '../makers.ts';
import { movedZones } from './moved-zones.ts';

const hourMs = 3_600_000;
const zone = 'America/Vancouver';
const before = movedZones({ version: '2090a', hours: { [zone]: -8 } });
const after = movedZones({ version: '2090b', hours: { [zone]: -7 } });

beforeEach(async () => {
  await db().$executeRaw`delete from "ZoneData"`;
  await db().$executeRaw`update "Job" set "deletedAt" = now()`;
  useZoneData(before);
  await agreeOnZones();
  await replanZones();
});

const versionsOf = (jobId: number) =>
  db().jobVersion.findMany({ where: { jobId }, orderBy: { version: 'asc' } });

/** A daily job, with its next instants by the old and by the new rules. */
async function aDailyJob(given: Parameters<typeof aSavedJob>[0] = {}) {
  const job = await aSavedJob({ cronExpression: '0 9 * * *', timeZone: zone, ...given });
  const old = (await stateOf(job.id)).nextRunAt?.getTime() ?? 0;
  return { job, old };
}

async function takeNewRules() {
  useZoneData(after);
  await agreeOnZones();
  return replanZones();
}

test('a job in a zone whose data changed is planned by the new data, and its owner sees why', async () => {
  const { job } = await aDailyJob();
  expect(await takeNewRules()).toBe(1);

  const [expected] = nextFires({ cron: '0 9 * * *', timeZone: zone, after: Date.now(), count: 1 });
  expect(new Date(expected ?? 0).toISOString()).toMatch(/T16:00:00.000Z$/);
  expect((await stateOf(job.id)).nextRunAt?.getTime()).toBe(expected);
  const { desiredVersion, appliedVersion } = await db().job.findUniqueOrThrow({ where: { id: job.id } });
  expect(desiredVersion).toBe(2);
  expect(appliedVersion).toBeLessThan(2);
  const versions = await listVersions({ ownerId: job.ownerId, jobId: job.id, limit: 9 });
  const [line] = toChanges({ versions, skips: [], timeZone: zone, count: 9 });
  expect(line).toMatchObject({
    version: 2,
    by: 'Punctual',
    texts: ['Time zone rules of America/Vancouver changed (2090a → 2090b)'],
    canRestore: false,
  });
});

test('a fire planned by the old data leaves no call and no row, the one by the new data leaves both', async () => {
  const { job, old } = await aDailyJob();
  await takeNewRules();
  const plan = await planFires({ jobId: job.id, now: Date.now(), schedule });
  expect(plan).toMatchObject({ kind: 'fires', version: 2 });
  const [first] = plan.kind === 'fires' ? plan.fires : [];
  // The old rules named 17:00 UTC; whether the next 16:00 comes before or after it depends on the time of day.
  expect([old - hourMs, old + 23 * hourMs]).toContain(first?.scheduledFor);

  // Two days earlier, as if the rules had changed before that.
  const at = old - 49 * hourMs;
  await db().$executeRaw`
    update "JobState" set "accountedUntil" = to_timestamp(${(at - 1) / 1000}::float8) where "jobId" = ${job.id}`;
  await db().$executeRaw`
    update "JobVersion" set "changedAt" = to_timestamp(${(at - hourMs) / 1000}::float8) where "jobId" = ${job.id}`;
  const workerId = await aWorker();
  expect(await claimOne({ workerId, jobId: job.id, scheduledFor: at })).toMatchObject({
    kind: 'call',
    call: { scheduledFor: at, jobVersion: 2 },
  });
  expect(await claimOne({ workerId, jobId: job.id, scheduledFor: at + hourMs })).toEqual({ kind: 'changed' });
  expect((await ledgerOf(job.id)).map(({ scheduledFor }) => scheduledFor?.getTime())).toEqual([at]);
});

test('other zones, paused, inactive and manual jobs are unchanged', async () => {
  const jobs = [
    await aDailyJob({ timeZone: 'Europe/Paris' }),
    await aDailyJob({ timeZone: 'UTC' }),
    await aDailyJob({ status: 'paused' }),
    await aDailyJob({ status: 'inactive' }),
    await aDailyJob({ cronExpression: null }),
  ];
  expect(await takeNewRules()).toBe(0);
  for (const { job } of jobs) expect(await versionsOf(job.id)).toHaveLength(1);
});

test('two concurrent workers plan each job once, and a dead one is taken over', async () => {
  const jobs = [];
  for (let index = 0; index < 130; index += 1) jobs.push(await aDailyJob());
  useZoneData(after);
  await Promise.all([agreeOnZones(), agreeOnZones()]);
  let turns = 0;
  // The first stops after 100 jobs.
  const first = await replanZones({ isStopping: () => (turns += 1) > 1 });
  const [one, other] = await Promise.all([replanZones(), replanZones()]);
  expect([first, one + other]).toEqual([100, 30]);
  for (const { job } of jobs) expect(await versionsOf(job.id)).toHaveLength(2);
  expect(await replanZones()).toBe(0);
});

test('a job planned by the old data on another worker meanwhile is found by a second pass', async () => {
  const { job, old } = await aDailyJob();
  const { job: untouched } = await aDailyJob();
  await takeNewRules();
  await db().$executeRaw`
    update "JobState" set "nextRunAt" = to_timestamp(${old / 1000}::float8) where "jobId" = ${job.id}`;
  expect(await replanZones()).toBe(0);

  await db().$executeRaw`update "ZoneData" set "adoptedAt" = now() - interval '2 minutes'`;
  expect(await replanZones()).toBe(1);
  const [next] = nextFires({ cron: '0 9 * * *', timeZone: zone, after: Date.now(), count: 1 });
  expect((await stateOf(job.id)).nextRunAt?.getTime()).toBe(next);
  expect(await versionsOf(job.id)).toHaveLength(3);
  expect(await versionsOf(untouched.id)).toHaveLength(2);
  expect(await db().zoneData.findFirstOrThrow()).toMatchObject({ pending: [] });
});

test('a job whose zone is missing from the data keeps its plan and does not block others', async () => {
  const { job: lost } = await aDailyJob();
  const { job } = await aDailyJob();
  await db().$executeRaw`update "Job" set "timeZone" = 'Mars/Olympus' where "id" = ${lost.id}`;
  useZoneData(after);
  await agreeOnZones();
  await db().$executeRaw`update "ZoneData" set "pending" = "pending" || array['Mars/Olympus']`;
  expect(await replanZones()).toBe(1);
  expect(await versionsOf(lost.id)).toHaveLength(1);
  expect(await versionsOf(job.id)).toHaveLength(2);
});

test('a process of an older release computes with the newer data, and never sets it back', async () => {
  const { job } = await aDailyJob();
  await takeNewRules();
  useZoneData(before);
  expect(zoneVersion()).toBe('2090a');
  await agreeOnZones();
  expect(zoneVersion()).toBe('2090b');
  expect(await replanZones()).toBe(0);
  expect(await versionsOf(job.id)).toHaveLength(2);
  const [next] = nextFires({ cron: '0 9 * * *', timeZone: zone, after: Date.now(), count: 1 });
  expect(new Date(next ?? 0).getUTCHours()).toBe(16);
  expect(await readZoneStatus()).toMatchObject({ version: '2090b', since: expect.any(Date) as Date });
});

test('without a record of the earlier data, only jobs whose next run moves are planned again', async () => {
  const { job: moved } = await aDailyJob();
  const { job: same } = await aDailyJob({ timeZone: 'Europe/Paris' });
  await db().$executeRaw`delete from "ZoneData"`;
  expect(await takeNewRules()).toBe(1);
  expect(await versionsOf(same.id)).toHaveLength(1);
  const versions = await listVersions({ ownerId: moved.ownerId, jobId: moved.id, limit: 9 });
  expect(toChanges({ versions, skips: [], timeZone: zone, count: 9 })[0]?.texts).toEqual([
    'Time zone rules of America/Vancouver changed (2090b)',
  ]);
});
