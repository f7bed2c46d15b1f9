import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { aJob } from '#tests/integration/makers.ts';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 120_000);

afterAll(() => web.stop());

async function aVisitorWithJob() {
  const { cookie, userId } = await aVisitor();
  const job = await createJob({ owner: { id: userId, tier: 'free' }, input: aJob() });
  /** Sends a form as the page's JavaScript does. */
  const send = async (path: string, fields: Record<string, string>) => {
    const headers = { cookie, origin, 'sec-fetch-mode': 'cors' };
    const response = await web.ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return {
      status: response.status,
      text: await response.text(),
      cookie: response.headers.get('set-cookie'),
    };
  };
  return { jobId: job.id, send };
}

async function withoutJobs<T>(run: () => Promise<T>): Promise<T> {
  await db().$executeRawUnsafe('alter table "Job" rename to "JobGone"');
  try {
    return await run();
  } finally {
    await db().$executeRawUnsafe('alter table "JobGone" rename to "Job"');
  }
}

const form = {
  name: 'A',
  webhookURL: 'https://a.example/',
  mode: 'every',
  timeInterval: '12',
  status: 'active',
};

test.each([
  ['status.data', { status: 'paused' }, 'Failed to update job status. Please try again.'],
  ['run.data', {}, 'Failed to trigger job. Please try again.'],
  ['edit.data', form, 'Failed to update job. Please try again.'],
])('a failing %s shows the message of its screen, titled Error', async (path, fields, words) => {
  const { jobId, send } = await aVisitorWithJob();
  const { text } = await withoutJobs(() => send(`/dashboard/jobs/${jobId}/${path}`, fields));
  expect(text).toContain(words);
  expect(text).toContain('"Error"');
  expect(text).not.toContain('JobGone');
});

test.each([
  ['pause', 'Failed to pause jobs. Please try again.'],
  ['resume', 'Failed to activate jobs. Please try again.'],
  ['delete', 'Failed to delete jobs. Please try again.'],
])('the failing bulk action %s shows the message of its screen', async (act, words) => {
  const { jobId, send } = await aVisitorWithJob();
  const fields = { act, job_ids: String(jobId), confirm: 'yes' };
  const { text } = await withoutJobs(() => send('/dashboard/jobs/bulk.data', fields));
  expect(text).toContain(words);
  expect(text).toContain('"Error"');
});

test('a failing deletion leads back to the job with its toast', async () => {
  const { jobId, send } = await aVisitorWithJob();
  const response = await withoutJobs(() => send(`/dashboard/jobs/${jobId}/delete`, { confirm: 'yes' }));
  const toast = /toast-[\da-f]{8}=([^;.]+)/.exec(response.cookie ?? '')?.[1] ?? '';
  expect(response.status).toBe(303);
  expect(Buffer.from(decodeURIComponent(toast), 'base64').toString()).toContain(
    'Failed to delete job. Please try again.',
  );
});

test('an action without a message of its screen shows that of its call', async () => {
  const { jobId, send } = await aVisitorWithJob();
  const created = await withoutJobs(() => send('/dashboard/jobs/create.data', form));
  expect(created.text).toContain('Failed to create job');
  const undone = { act: 'restore', active: String(jobId) };
  const restored = await withoutJobs(() => send('/dashboard/jobs/bulk.data', undone));
  expect(restored.text).toContain('Failed to update job statuses');
});

test("the server's message of a refusal takes precedence over that of the screen", async () => {
  const { jobId, send } = await aVisitorWithJob();
  await send(`/dashboard/jobs/${jobId}/status.data`, { status: 'paused' });
  const { text } = await send(`/dashboard/jobs/${jobId}/run.data`, {});
  expect(text).toContain('Resume the job');
  expect(text).not.toContain('Failed to trigger job');
});

test('an action without a message in section 8 is a server error', async () => {
  const { jobId, send } = await aVisitorWithJob();
  const { text } = await withoutJobs(() =>
    send(`/dashboard/jobs/${jobId}/executions/7.data`, { intent: 'retry' }),
  );
  expect(text).toContain('"Server Error"');
  expect(text).toContain('A server error occurred. Please try again later.');
  expect(text).not.toContain('JobGone');
});

test('a refusal with only a field message shows that message', async () => {
  const { jobId, send } = await aVisitorWithJob();
  const { text } = await send(`/dashboard/jobs/${jobId}/status.data`, { status: 'paused', until: 'soon' });
  expect(text).toContain('"Validation Error"');
  expect(text).toContain('Pause Until: choose a day and a time.');
});
