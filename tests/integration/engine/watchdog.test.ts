import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { forgottenRuns } from '#server/engine/relay/queued-runs.server.ts';
import { watchOnce } from '#server/engine/rescue/watchdog.server.ts';
import { aSavedJob } from '../makers.ts';

const { reported, refused, started } = vi.hoisted(() => ({
  reported: [] as number[],
  refused: new Set<number>(),
  started: [] as number[],
}));
vi.mock('#server/engine/relay/sync-job.server.ts', () => ({
  syncJob: ({ jobId }: { jobId: number }) =>
    refused.has(jobId) ? Promise.reject(new Error('away')) : Promise.resolve(void reported.push(jobId)),
}));
vi.mock('#server/engine/relay/start-run.server.ts', () => ({
  startRun: ({ executionId }: { executionId: number }) => Promise.resolve(void started.push(executionId)),
}));

const minuteMs = 60_000;
/** A round picks at random: that many rounds leave out one of two once in 2^50. */
const rounds = Array.from({ length: 50 }, (_, index) => index);

async function anAttemptThatWaits({ overlap = 'skip' }: Pick<Partial<JobInput>, 'overlap'> = {}) {
  const job = await aSavedJob({ overlap, retryCount: 3 });
  const at = new Date(Date.now() - 5 * minuteMs);
  const row = { jobId: job.id, dueAt: at, jobVersion: 1, claimedAt: at, attemptCount: 1 };
  const retryAt = new Date(Date.now() - 2 * minuteMs);
  const { id } = await db().execution.create({
    data: { ...row, trigger: 'schedule', scheduledFor: at, retryAt },
  });
  const aCallIsOut = () =>
    db().execution.create({ data: { ...row, trigger: 'manual', requestId: randomUUID() } });
  return { id: Number(id), aCallIsOut };
}

const forgotten = async () => (await forgottenRuns({ limit: 500 })).map(({ executionId }) => executionId);

test('if more jobs are overdue than fit in a round, each is pushed in its turn', async () => {
  const jobs = [await aSavedJob(), await aSavedJob()].map(({ id }) => id);
  const nextRunAt = new Date(Date.now() - 5 * minuteMs);
  await db().jobState.updateMany({ where: { jobId: { in: jobs } }, data: { nextRunAt } });
  for (const _ of rounds) await watchOnce({ limit: 1 });
  expect(new Set(reported)).toEqual(new Set(jobs));
});

test('if more runs are forgotten than fit in a round, each is found in its turn', async () => {
  const waiting = [await anAttemptThatWaits(), await anAttemptThatWaits()].map(({ id }) => id);
  const found = new Set<number>();
  for (const _ of rounds) for (const run of await forgottenRuns({ limit: 1 })) found.add(run.executionId);
  expect(found).toEqual(new Set(waiting));
});

test('an attempt that waits for a call of its job in flight is not forgotten', async () => {
  const behind = await anAttemptThatWaits();
  const beside = await anAttemptThatWaits({ overlap: 'allow' });
  await beside.aCallIsOut();
  expect(await forgotten()).toEqual(expect.arrayContaining([behind.id, beside.id]));
  await behind.aCallIsOut();
  expect(await forgotten()).not.toContain(behind.id);
});

test('a job that cannot be pushed delays neither other jobs nor forgotten runs', async () => {
  const jobs = [await aSavedJob(), await aSavedJob(), await aSavedJob()].map(({ id }) => id);
  const nextRunAt = new Date(Date.now() - 5 * minuteMs);
  await db().jobState.updateMany({ where: { jobId: { in: jobs } }, data: { nextRunAt } });
  const { id } = await anAttemptThatWaits();
  const [first = 0, ...others] = jobs;
  refused.add(first);
  await watchOnce();
  expect(reported).toEqual(expect.arrayContaining(others));
  expect(reported).not.toContain(first);
  expect(started).toContain(id);
});
