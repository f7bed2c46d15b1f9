import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSession } from '#server/accounts/sessions/end-session.server.ts';
import { db } from '#server/database/db.server.ts';
import { queueRun } from '#server/executions/claiming/queue-run.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { publishJobUpdates } from '#server/live/publish-job-updates.server.ts';
import { aSavedJob } from '../makers.ts';
import { aVisitor, startWeb, type TestWeb } from './web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 120_000);

afterAll(() => web.stop());

/** An open stream and its messages so far. */
async function aStream(cookie: string) {
  const leaving = new AbortController();
  const response = await web.ask('/dashboard/live', { headers: { cookie }, signal: leaving.signal });
  const heard = { text: '', isOver: false };
  const read = async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      heard.text += value ?? '';
      if (done) break;
    }
    heard.isOver = true;
  };
  read().catch(() => (heard.isOver = true));
  if (response.ok) await expect.poll(() => heard.text).toContain('event: ready');
  return { response: response, heard, leave: () => leaving.abort() };
}

async function anOwner() {
  const { cookie, userId } = await aVisitor();
  const owner = await db().user.findUniqueOrThrow({ where: { id: userId } });
  return { cookie, owner, job: await aSavedJob({ owner }) };
}

test("a page gets the updates of its own account's jobs, and of no other's", async () => {
  const { cookie, owner, job } = await anOwner();
  const other = await anOwner();
  const { response: response, heard, leave } = await aStream(cookie);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('content-encoding')).toBeNull();

  await updateJob({ owner: other.owner, jobId: other.job.id, changes: { name: 'Not mine' } });
  await updateJob({ owner, jobId: job.id, changes: { name: 'Another name' } });
  await expect.poll(() => heard.text).toContain(`event: jobs\ndata: ${job.id}\n`);
  expect(heard.text.split('event: jobs')).toHaveLength(2);
  leave();
});

test('a page gets updates of runs, and those a worker sends by job, execution or many jobs at once', async () => {
  const { cookie, owner, job } = await anOwner();
  const { heard, leave } = await aStream(cookie);
  const times = () => heard.text.split(`data: ${job.id}\n`).length - 1;

  const run = { jobId: job.id, trigger: 'manual', requestId: randomUUID() } as const;
  const executionId = await db().$transaction((tx) => queueRun({ tx, ...run }));
  await expect.poll(times).toBe(1);
  await publishJobUpdates({ jobIds: [job.id], executionIds: [], notificationIds: [] });
  await expect.poll(times).toBe(2);
  await publishJobUpdates({ jobIds: [], executionIds: [executionId], notificationIds: [] });
  await expect.poll(times).toBe(3);

  const many = await db().$queryRaw<{ id: number }[]>`
    insert into "Job" ("ownerId", "name", "webhookUrl", "targetHost", "updatedAt")
    select ${owner.id}, 'many', '', '', now() from generate_series(1, 1500) returning "id"`;
  await expect.poll(() => heard.text).toContain('data: all\n');
  heard.text = '';
  await publishJobUpdates({ jobIds: many.map(({ id }) => id), executionIds: [], notificationIds: [] });
  await expect.poll(() => heard.text).toContain('data: all\n');
  leave();
});

test('a stream ends with its session, and is refused without one', async () => {
  const { cookie } = await anOwner();
  const { heard } = await aStream(cookie);
  const token = cookie.split('=')[1] ?? '';
  await endSession({ token, request: { id: 'r', ip: '127.0.0.1', userAgent: 'test' } });
  await expect.poll(() => heard).toMatchObject({ isOver: true });
  expect(heard.text).toContain('event: over');
  expect((await aStream(cookie)).response.status).toBe(401);
  expect((await web.ask('/dashboard/live')).status).toBe(401);
});

test('an account has at most 20 streams; closing one makes room', async () => {
  const { cookie } = await anOwner();
  const streams = await Promise.all(Array.from({ length: 20 }, () => aStream(cookie)));
  expect((await aStream(cookie)).response.status).toBe(429);
  streams[0]?.leave();
  await expect.poll(async () => (await aStream(cookie)).response.status, { timeout: 5_000 }).toBe(200);
  streams.forEach(({ leave }) => leave());
});

test('updates missed while the database was down arrive as "all"', async () => {
  const { cookie } = await anOwner();
  const { heard, leave } = await aStream(cookie);
  await db().$executeRaw`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen job_updated%'`;
  await expect.poll(() => heard.text, { timeout: 5_000 }).toContain('data: all\n');
  leave();
});
