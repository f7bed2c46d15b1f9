import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJobPage } from '#app/presenters/admin/job-list.server.ts';
import { readLogPage } from '#app/presenters/admin/log-page.server.ts';
import { dailyTrend } from '#server/admin/daily-trend.server.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { walkEvents } from '#server/security-log/walk-events.server.ts';
import { aFailedExecution, aSavedJob, aUser } from '#tests/integration/makers.ts';

const dayMs = 86_400_000;
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

beforeAll(() => db().dailyStat.deleteMany());
afterAll(() => db().dailyStat.deleteMany());

test('the trend has the thirty days up to today, with the jobs, runs and failures of each', async () => {
  const [one, two] = [await aSavedJob(), await aSavedJob()];
  const day = (daysAgo: number) => new Date(dayOf(daysAgo));
  await db().dailyStat.createMany({
    data: [
      { jobId: one.id, day: day(0), success: 5, failed: 1, superseded: 1, unknown: 1, skipped: 9, missed: 9 },
      { jobId: two.id, day: day(0), success: 2 },
      { jobId: two.id, day: day(29), skipped: 3 },
      { jobId: two.id, day: day(30), success: 7 },
    ],
  });
  const trend = await dailyTrend();
  expect(trend).toHaveLength(30);
  expect(trend[0]).toEqual({ day: dayOf(29), jobs: 0, runs: 0, failures: 0 });
  expect(trend.at(-1)).toEqual({ day: dayOf(0), jobs: 2, runs: 10, failures: 3 });
});

test('a failing job shows its error code, but nothing that it sends or receives', async () => {
  const job = await aSavedJob();
  await aFailedExecution({ jobId: job.id, body: 'secret of the response' });
  await db().jobResult.upsert({
    where: { jobId: job.id },
    create: { jobId: job.id, ownerId: job.ownerId, result: 'failed' },
    update: { result: 'failed' },
  });
  const { jobs } = await readJobPage({ list: 'failing', params: new URLSearchParams() });
  const line = jobs.find(({ id }) => id === job.id);
  expect(line?.failure?.code).toBe('status_rejected');
  expect(line?.failure?.reason).toContain('503');
  expect(JSON.stringify(line)).not.toContain('secret of the response');
});

const logOf = async (search: string) => {
  const { entries } = await readLogPage({
    params: new URLSearchParams(search),
    onFailure: (error) => {
      throw error;
    },
  });
  return entries;
};

test('entries name actor and subject: accounts by address, jobs and keys by name and owner', async () => {
  const [admin, owner] = [await aUser({ role: 'admin' }), await aUser()];
  const job = await aSavedJob({ owner, name: 'Nightly' });
  const request = { id: `request-${admin.id}`, ip: null, userAgent: null };
  const by = { tx: db(), actorId: admin.id, request };
  await recordEvent({ ...by, code: 'admin_action', subjectId: owner.id });
  await recordEvent({ ...by, code: 'foreign_id', subjectId: job.id });
  await recordEvent({ ...by, code: 'job_changed', subjectId: 2_000_000_000 });
  await recordEvent({ ...by, code: 'login', subjectId: admin.id });
  const toOwner = `/admin/users/${owner.id}`;
  const entries = await logOf(`query=${request.id}`);
  expect(entries.map(({ subject }) => subject)).toEqual([
    null,
    { text: 'Job 2000000000', to: null },
    { text: `Job Nightly of ${owner.email}`, to: toOwner },
    { text: owner.email, to: toOwner },
  ]);
  expect(entries[0]?.actor).toEqual({ text: admin.email, to: `/admin/users/${admin.id}` });
  await db().user.update({ where: { id: owner.id }, data: { deletedAt: new Date() } });
  expect((await logOf(`query=${request.id}`)).at(-1)?.subject).toEqual({
    text: `Account ${owner.id} (deleted)`,
    to: null,
  });
});

test('a range of days limits the pages and the export of the log', async () => {
  const mark = crypto.randomUUID();
  for (const at of [
    '2025-03-01T23:59:59.999Z',
    '2025-03-02T00:00:00Z',
    '2025-03-03T23:59:59Z',
    '2025-03-04T00:00:00Z',
  ])
    await db().securityEvent.create({
      data: { type: 'INFO', code: 'login', message: 'Signed in.', requestId: mark, at: new Date(at) },
    });
  const days = (entries: { at: number }[]) =>
    entries.map(({ at }) => new Date(at).toISOString().slice(0, 10));
  expect(days(await logOf(`query=${mark}&start=2025-03-02&end=2025-03-03`))).toEqual([
    '2025-03-03',
    '2025-03-02',
  ]);
  expect(days(await logOf('start=2025-03-02&end=2025-03-03'))).toEqual(['2025-03-03', '2025-03-02']);
  const walked: string[] = [];
  const range = { from: new Date('2025-03-02T00:00:00Z'), until: new Date('2025-03-04T00:00:00Z') };
  for await (const page of walkEvents({ type: null, search: '', ...range }))
    walked.push(...page.map(({ at }) => at.toISOString().slice(0, 10)));
  expect(walked).toEqual(['2025-03-03', '2025-03-02']);
});
