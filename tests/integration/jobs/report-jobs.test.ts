import { expect, test } from 'vitest';
import type { JobQuery } from '#domain/job/job-query.ts';
import { db } from '#server/database/db.server.ts';
import { reportJob, reportJobs } from '#server/jobs/reads/report-jobs.server.ts';
import { aJob, aSavedJob, aUser } from '../makers.ts';

const plain: JobQuery = {
  search: '',
  filter: 'all',
  tag: null,
  result: 'all',
  sort: 'created',
  isDescending: false,
};
const hourMs = 3_600_000;

async function count(
  jobId: number,
  day: string,
  counts: Partial<Record<'success' | 'failed' | 'superseded' | 'unknown' | 'missed', number>>,
) {
  await db().dailyStat.create({ data: { jobId, day: new Date(day), ...counts } });
}

test('each job is reported with its own counts, runs and skipped fires, in the order of the list', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const input = { headers: { authorization: 'Bearer s' }, payload: '{"a":1}', tags: ['ops', 'night'] };
  const first = await aSavedJob({ owner, name: 'a', ...input });
  const second = await aSavedJob({ owner, name: 'b', cronExpression: null });
  await count(first.id, '2026-01-01', { success: 3, failed: 1, missed: 9 });
  await count(first.id, '2026-01-02', { success: 4, superseded: 1, unknown: 2 });
  const lastRunAt = new Date('2026-01-02T03:04:05.678Z');
  await db().jobState.update({ where: { jobId: first.id }, data: { lastRunAt } });
  const now = Date.now();
  const skipped = [now + 2 * hourMs, now + hourMs];
  for (const at of [...skipped, now - hourMs])
    await db().skip.create({ data: { jobId: first.id, scheduledFor: new Date(at), createdById: owner.id } });

  const { reports, matching } = await reportJobs({
    ownerId: owner.id,
    query: { ...plain, isDescending: true },
    take: 20,
  });
  expect([reports.map(({ job }) => job.id), matching]).toEqual([[second.id, first.id], 2]);
  expect(reports[1]).toMatchObject({
    input: aJob({ name: 'a', ...input }),
    job: {
      id: first.id,
      ownerId: owner.id,
      desiredVersion: 1,
      createdAt: first.createdAt,
      pausedUntil: null,
    },
    state: { lastRunAt, nextRunAt: expect.any(Date) as Date },
    counts: { successful: 7, failed: 4 },
    skips: skipped.sort(),
  });
  expect(reports[0]).toMatchObject({
    input: aJob({ name: 'b', cronExpression: null }),
    state: { lastRunAt: null, nextRunAt: null },
    counts: { successful: 0, failed: 0 },
    skips: [],
  });
  expect(await reportJob({ owner, jobId: first.id })).toEqual(reports[1]);
});

test('a page beyond the last job is empty and still has the count', async () => {
  const owner = await aUser();
  await aSavedJob({ owner });
  const list = { ownerId: owner.id, query: plain, take: 5 };
  expect(await reportJobs({ ...list, skip: 5 })).toEqual({ reports: [], matching: 1 });
});

test("a deleted job and another account's are not reported", async () => {
  const owner = await aUser();
  const { id: gone } = await aSavedJob({ owner });
  const { id: foreign } = await aSavedJob();
  await db().job.update({ where: { id: gone }, data: { deletedAt: new Date() } });
  for (const jobId of [gone, foreign, 2 ** 31 - 1])
    await expect(reportJob({ owner, jobId })).rejects.toMatchObject({ type: 'not_found' });
});
