import type { AppLoadContext } from '@remix-run/node';
import { expect, test, vi } from 'vitest';
import { readDashboard } from '#app/presenters/job/dashboard.server.ts';
import { db } from '#server/database/db.server.ts';
import { hourTimeline } from '#server/executions/statistics/hour-timeline.server.ts';
import { aSavedJob, aUser } from '../makers.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

vi.mock('#server/executions/statistics/hour-timeline.server.ts', { spy: true });

const asked = (query = '') => ({
  context: {} as AppLoadContext,
  request: new Request(`http://127.0.0.1:3000/dashboard${query}`),
});

test('the dashboard counts all jobs, however the list is filtered', async () => {
  const user = await aUser();
  await aSavedJob({ owner: user, name: 'one' });
  await aSavedJob({ owner: user, name: 'two', status: 'paused' });

  const page = await readDashboard({ user, ...asked('?search=TWO&filter=paused') });

  expect(page.rows.map(({ name }) => name)).toEqual(['two']);
  expect(page.counters).toMatchObject({ total: 2, active: 1 });
  expect(page).toMatchObject({ isSample: false, matching: 1 });
});

test('a row shows its job, its last result and its last thirty days', async () => {
  const user = await aUser();
  const webhookUrl = 'https://shop.example.com/hooks/nightly?key=secret';
  const { id: jobId } = await aSavedJob({
    owner: user,
    name: 'nightly',
    cronExpression: '30 2 * * *',
    webhookUrl,
  });
  const { id: idle } = await aSavedJob({ owner: user, name: 'by hand', cronExpression: null });
  const lastRunAt = new Date('2026-11-20T02:30:00Z');
  const failed = { lastOutcome: 'failed', lastStatusCode: 503 } as const;
  await db().jobState.update({ where: { jobId }, data: { lastRunAt, ...failed } });
  const day = (daysAgo: number) => new Date(Math.floor(Date.now() / dayMs - daysAgo) * dayMs);
  await db().dailyStat.createMany({
    data: [
      { jobId, day: day(30), failed: 1 },
      { jobId, day: day(28), success: 24, skipped: 1, skippedByOwner: 1 },
      { jobId, day: day(27), success: 24, skipped: 2, skippedByOwner: 1 },
      { jobId, day: day(29), success: 24 },
      { jobId, day: day(2), success: 20, missed: 3, skipped: 1 },
      { jobId, day: day(1), success: 20, superseded: 4 },
      { jobId, day: day(0), success: 1, failed: 1, unknown: 1 },
    ],
  });

  const { rows } = await readDashboard({ user, ...asked() });

  expect(rows.map(({ id }) => id)).toEqual([jobId, idle]);
  expect(rows[0]).toMatchObject({
    name: 'nightly',
    target: 'shop.example.com/hooks/nightly',
    schedule: 'Every day at 02:30',
    lastRunAt: lastRunAt.getTime(),
    lastError: '503',
    days: `ssk${'-'.repeat(24)}mff`,
  });
  expect(rows[1]).toMatchObject({
    lastError: null,
    nextHint: 'Manually or by API',
    days: '-'.repeat(30),
  });
});

test('a row shows the next run that will really happen, and the end of a timed pause', async () => {
  const user = await aUser();
  const minutely = { owner: user, cronExpression: '* * * * *' };
  const [skipped, paused] = [
    await aSavedJob({ ...minutely, name: 'skipped' }),
    await aSavedJob({ ...minutely, name: 'paused' }),
  ];
  const next = new Date(Math.ceil(Date.now() / minuteMs) * minuteMs + 10 * minuteMs);
  const after = (minutes: number) => new Date(next.getTime() + minutes * minuteMs);
  await db().jobState.update({ where: { jobId: skipped.id }, data: { nextRunAt: next } });
  await db().skip.createMany({
    data: [next, after(1)].map((scheduledFor) => ({ jobId: skipped.id, scheduledFor })),
  });
  await db().job.update({ where: { id: paused.id }, data: { status: 'paused', pausedUntil: after(4) } });
  await db().jobState.update({ where: { jobId: paused.id }, data: { nextRunAt: after(5) } });

  const { rows, timeline } = await readDashboard({ user, ...asked('?sort=name') });

  expect(rows).toMatchObject([
    { name: 'paused', status: 'paused', pausedUntil: after(4).getTime(), nextRunAt: after(5).getTime() },
    { name: 'skipped', status: 'active', pausedUntil: null, nextRunAt: after(2).getTime() },
  ]);
  expect(timeline?.next).toEqual({ name: 'skipped', at: after(2).getTime() });
});

test('jobs that cannot be loaded are replaced by samples that are marked as such', async () => {
  const user = await aUser();
  await aSavedJob({ owner: user, name: 'mine' });
  vi.mocked(hourTimeline).mockRejectedValueOnce(new Error('the ledger is away'));

  const page = await readDashboard({ user, ...asked() });

  expect(page.isSample).toBe(true);
  expect(page.rows).toHaveLength(5);
  expect(page.rows.every(({ id, name }) => id < 0 && name.startsWith('Sample'))).toBe(true);
});

test('a job whose URL cannot be decrypted does not hide the others', async () => {
  const owner = await aUser();
  await aSavedJob({ owner, name: 'whole' });
  const { id } = await aSavedJob({ owner, name: 'without its key' });
  await db().job.update({ where: { id }, data: { webhookUrl: 'v1.gone.a.b.c' } });

  const { rows } = await readDashboard({ user: owner, ...asked() });
  const targets = Object.fromEntries(rows.map(({ name, target }) => [name, target]));
  expect(targets).toMatchObject({ 'without its key': 'URL cannot be decrypted' });
  expect(targets['whole']).toContain('.');
});
