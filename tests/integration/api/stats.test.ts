import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import type { Job, Outcome } from '#server/generated/client.ts';
import { aClient } from '#tests/integration/api/api.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);
const call = 'GET /auth/user/stats';

/** Executions as the ledger leaves them: rows, counted to the UTC day they were due. */
async function ran(job: Job, ends: { outcome: Outcome; dueAt: Date }[]): Promise<void> {
  for (const { outcome, dueAt } of ends) {
    await db().execution.create({
      data: {
        ...{ jobId: job.id, jobVersion: 1, trigger: 'manual', requestId: crypto.randomUUID() },
        ...{ dueAt, endedAt: dueAt, outcome },
      },
    });
    const day = new Date(dueAt.toISOString().slice(0, 10));
    await db().dailyStat.upsert({
      where: { jobId_day: { jobId: job.id, day } },
      create: { jobId: job.id, day, [outcome]: 1 },
      update: { [outcome]: { increment: 1 } },
    });
  }
}

test('a new account has no success rate, and the limit of its plan; -1 means none', async () => {
  const free = await aClient({ web, kind: 'token', user: { tier: 'free' } });
  expect((await free.ask(call)).body.data).toEqual({
    ...{ total_jobs: 0, active_jobs: 0, recent_executions: 0 },
    ...{ success_rate: null, account_age_days: 0, job_limit: 10 },
  });
  const user = { tier: 'ultimate', createdAt: ago(24 * 40 + 23) } as const;
  const ultimate = await aClient({ web, kind: 'token', user });
  expect((await ultimate.ask(call)).body.data).toMatchObject({ job_limit: -1, account_age_days: 40 });
});

test('D33: the last 24 hours are counted, and the rate covers retained executions that ran; inactive jobs count as jobs', async () => {
  const client = await aClient({ web, kind: 'token' });
  const job = await aSavedJob({ owner: client.user });
  await aSavedJob({ owner: client.user, status: 'paused' });
  await aSavedJob({ owner: client.user, status: 'inactive' });
  await ran(job, [
    { outcome: 'success', dueAt: ago(0.01) },
    { outcome: 'unknown', dueAt: ago(23.9) },
    { outcome: 'missed', dueAt: ago(1) },
    { outcome: 'skipped', dueAt: ago(1) },
    { outcome: 'success', dueAt: ago(24.1) },
    // Kept beyond the seven days of the plan: one of the last 20, and the last failure.
    { outcome: 'success', dueAt: ago(24 * 30) },
  ]);
  const other = await aClient({ web, kind: 'token' });
  await ran(await aSavedJob({ owner: other.user }), [{ outcome: 'failed', dueAt: ago(1) }]);
  const first = await client.ask(call);
  expect(first.body.data).toMatchObject({ total_jobs: 3, active_jobs: 1 });
  expect(first.body.data).toMatchObject({ recent_executions: 2, success_rate: 75 });
  const again = await client.ask(call, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
});

test('for a busy job only the days of the plan count, and its last failure however old', async () => {
  const client = await aClient({ web, kind: 'token' });
  const job = await aSavedJob({ owner: client.user });
  await ran(
    job,
    Array.from({ length: 25 }, (_, hours) => ({ outcome: 'success' as const, dueAt: ago(hours + 1) })),
  );
  await ran(job, [
    { outcome: 'failed', dueAt: ago(24 * 20) },
    { outcome: 'success', dueAt: ago(24 * 21) },
  ]);
  expect((await client.ask(call)).body.data).toMatchObject({ success_rate: 96.2 });
});
