import { expect, test } from 'vitest';
import type { Outcome } from '#domain/outcome.ts';
import type { Tier } from '#domain/plan.ts';
import { db } from '#server/database/db.server.ts';
import { keepRetention, retentionName } from '#server/maintenance/keep-retention.server.ts';
import { writeTaskWalk } from '#server/maintenance/task-walk.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';

const dayMs = 86_400_000;
const keep = () => keepRetention({ isStopping: () => false });

/** Executions of one job, an hour apart, the first the given number of days ago; each with its attempt and body. */
async function aHistory(given: {
  jobId: number;
  daysAgo: number;
  outcomes: Outcome[];
  version?: number;
}): Promise<number[]> {
  const { jobId, daysAgo, outcomes, version = 1 } = given;
  const ids: number[] = [];
  // One after another: all at once would wait too long for connections.
  for (const [index, outcome] of outcomes.entries()) {
    const at = new Date(Date.now() - daysAgo * dayMs + index * 3_600_000);
    const { id } = await db().execution.create({
      data: {
        ...{ jobId, outcome, trigger: 'schedule', scheduledFor: at, dueAt: at, startedAt: at, endedAt: at },
        jobVersion: version,
        attempts: {
          create: { number: 1, startedAt: at, body: { create: { headers: {}, body: 'ok', bytes: 2 } } },
        },
      },
    });
    ids.push(Number(id));
  }
  return ids;
}

const many = (count: number, outcome: Outcome = 'success') => Array.from({ length: count }, () => outcome);
const left = async (jobId: number) =>
  (await db().execution.findMany({ where: { jobId }, orderBy: { dueAt: 'asc' } })).map(({ id }) =>
    Number(id),
  );

test("executions older than their tier's retention are removed with attempts and bodies, and the daily counts stay", async () => {
  const days: Record<Tier, number> = { free: 3, premium: 7, ultimate: 90 };
  for (const tier of ['free', 'premium', 'ultimate'] as const) {
    const { id: jobId } = await aSavedJob({ owner: await aUser({ tier }) });
    await db().dailyStat.create({ data: { jobId, day: new Date(Date.now() - 200 * dayMs), success: 24 } });
    const old = await aHistory({ jobId, daysAgo: days[tier] + 1.1, outcomes: many(3) });
    const young = await aHistory({ jobId, daysAgo: days[tier] - 1, outcomes: many(20) });
    await keep();
    expect(await left(jobId)).toEqual(young);
    expect(await db().attempt.count({ where: { executionId: { in: old } } })).toBe(0);
    expect(await db().attemptBody.count({ where: { executionId: { in: old } } })).toBe(0);
    expect(await db().attemptBody.count({ where: { executionId: { in: young } } })).toBe(20);
    expect(await db().dailyStat.findFirst({ where: { jobId } })).toMatchObject({ success: 24 });
  }
});

test('a run that is over before the last job is continued by the next one', async () => {
  const owner = await aUser();
  const jobs = [];
  // More than one part of the walk.
  for (let count = 0; count <= 200; count += 1) jobs.push(await aSavedJob({ owner }));
  const [first, last] = [jobs[0]?.id ?? 0, jobs.at(-1)?.id ?? 0];
  const expired = (jobId: number, count = 22) => aHistory({ jobId, daysAgo: 200, outcomes: many(count) });
  const counts = async () => [(await left(first)).length, (await left(last)).length];
  await expired(first);
  await expired(last);
  await writeTaskWalk({ name: retentionName, walk: { after: first - 1 } });
  let asked = 0;
  // After its first part.
  await keepRetention({ isStopping: () => ++asked > 2 });
  expect(await counts()).toEqual([20, 22]);
  await expired(first, 2);
  await keep();
  expect(await counts()).toEqual([22, 20]);
  await keep();
  expect(await counts()).toEqual([20, 20]);
}, 60_000);

test('the last 20 executions of a job and its last failure stay, however old', async () => {
  const { id: jobId } = await aSavedJob();
  const outcomes: Outcome[] = ['failed', ...many(5), 'unknown', ...many(30)];
  const ids = await aHistory({ jobId, daysAgo: 400, outcomes });
  await keep();
  expect(await left(jobId)).toEqual([ids[6], ...ids.slice(-20)]);
  await keep();
  expect(await left(jobId)).toHaveLength(21);
});

test('a long history is removed in one task run, though each transaction removes 500 rows', async () => {
  const { id: jobId } = await aSavedJob();
  await db().$executeRaw`
    insert into "Execution" ("jobId", "trigger", "scheduledFor", "dueAt", "jobVersion", "outcome", "endedAt")
    select ${jobId}::int, 'schedule', at, at, 1, 'success', at
    from generate_series(1, 1300) n, lateral (select now() - interval '30 days' - n * interval '1 minute' as at) t`;
  expect(await keep()).toBeGreaterThanOrEqual(1280);
  expect(await left(jobId)).toHaveLength(20);
});

test('an execution stays while it has a pending notification or is open, and a counted row while its last instant is recent', async () => {
  const { id: jobId } = await aSavedJob();
  const [withPending, open, counted] = await aHistory({ jobId, daysAgo: 60, outcomes: many(3) });
  await aHistory({ jobId, daysAgo: 40, outcomes: many(20) });
  await db().notification.create({
    data: {
      ...{
        jobId,
        executionId: withPending ?? 0,
        rule: 'always',
        channel: 'email',
        channelKey: 'k',
        config: 'sealed',
      },
    },
  });
  await db().execution.update({ where: { id: open ?? 0 }, data: { outcome: null, endedAt: null } });
  await db().execution.update({
    where: { id: counted ?? 0 },
    data: { outcome: 'missed', missedUntil: new Date(Date.now() - dayMs), missedCount: 9000 },
  });
  await keep();
  expect(await left(jobId)).toHaveLength(23);
  await db().notification.updateMany({ where: { jobId }, data: { state: 'sent', endedAt: new Date() } });
  await keep();
  expect((await left(jobId)).slice(0, 2)).toEqual([open, counted]);
});

test('versions beyond the newest 50 are removed once no kept execution uses them', async () => {
  const job = await aSavedJob();
  await db().$executeRaw`
    insert into "JobVersion" ("jobId", "version", "changedAt", "summary", "status", "timeZone", "snapshot")
    select ${job.id}::int, n, now() - interval '100 days' + n * interval '1 hour', 'name', 'active', 'UTC', 'v1.test.a.b.c'
    from generate_series(2, 60) n`;
  await db().job.update({ where: { id: job.id }, data: { desiredVersion: 60 } });
  await db().jobVersion.updateMany({
    where: { jobId: job.id, version: 1 },
    data: { changedAt: new Date(Date.now() - 101 * dayMs) },
  });
  await aHistory({ jobId: job.id, daysAgo: 50, outcomes: ['success'], version: 4 });
  await aHistory({ jobId: job.id, daysAgo: 49, outcomes: ['success'], version: 7 });
  await aHistory({ jobId: job.id, daysAgo: 40, outcomes: many(19), version: 60 });
  await keep();
  const kept = await db().jobVersion.findMany({ where: { jobId: job.id }, orderBy: { version: 'asc' } });
  expect(kept.map(({ version }) => version).slice(0, 3)).toEqual([7, 11, 12]);
  expect(kept).toHaveLength(51);
});

test('security events are removed after 365 days, and only in a transaction that permits it', async () => {
  const entry = { type: 'INFO', code: 'login', message: 'Signed in.' } as const;
  const ago = (days: number) => new Date(Date.now() - days * dayMs);
  await db().securityEvent.createMany({
    data: [
      { ...entry, at: ago(366) },
      { ...entry, at: ago(364) },
    ],
  });
  await keep();
  const rows = await db().securityEvent.findMany();
  expect(rows.map(({ at }) => Math.round((Date.now() - at.getTime()) / dayMs))).toEqual([364]);
  await expect(db().securityEvent.deleteMany()).rejects.toThrow('append only');
});
