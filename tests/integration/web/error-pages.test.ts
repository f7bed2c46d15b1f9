import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { aVisitor, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 120_000);

afterAll(() => web.stop());

test('a failing page says so inside the frame, with a way out and the logged id', async () => {
  const { cookie, userId } = await aVisitor();
  const owner = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const { id } = await aSavedJob({ owner });
  await db().$executeRawUnsafe('alter table "JobState" rename to "JobStateGone"');
  const response = await web.ask(`/dashboard/jobs/${id}/delete`, { headers: { cookie } });
  await db().$executeRawUnsafe('alter table "JobStateGone" rename to "JobState"');
  const html = await response.text();
  expect(response.status).toBe(500);
  expect(html).toContain('<title>Server Error · Punctual</title>');
  expect(html).toContain('A server error occurred. Please try again later.');
  expect(html).toContain('Go to Dashboard');
  expect(html).toContain('aria-label="Main"');
  const requestId = response.headers.get('x-request-id') ?? '';
  expect(requestId).not.toBe('');
  const text = html.replaceAll('<!-- -->', '');
  expect(text).toMatch(new RegExp(`Request <code[^>]*>${requestId}</code>`));
});

const jobNotFound = 'The job you&#x27;re looking for doesn&#x27;t exist or you don&#x27;t have access to it';

test.each([
  ['the job page', '/dashboard/jobs/2000000000'],
  ['the edit page', '/dashboard/jobs/2000000000/edit'],
  ['the edit page of an invalid id', '/dashboard/jobs/abc/edit'],
  ['the delete page', '/dashboard/jobs/2000000000/delete'],
  ['the create page for a duplicate', '/dashboard/jobs/create?from=2000000000'],
  ['the page of one of its executions', '/dashboard/jobs/2000000000/executions/7'],
])('%s of a missing job says Job Not Found, and links to the dashboard', async (_, path) => {
  const { cookie } = await aVisitor();
  const response = await web.ask(path, { headers: { cookie, 'sec-fetch-dest': 'document' } });
  const html = await response.text();
  expect(response.status).toBe(404);
  expect(html).toContain('<title>Job Not Found · Punctual</title>');
  expect(html).toMatch(/<h1[^>]*>Job Not Found<\/h1>/);
  expect(html).toContain(jobNotFound);
  expect(html).toMatch(/<a [^>]*href="\/dashboard"[^>]*>Go to Dashboard<\/a>/);
});

test("another account's job reads like a missing one on each of its pages", async () => {
  const [{ cookie }, { userId }] = [await aVisitor(), await aVisitor()];
  const owner = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const { id } = await aSavedJob({ owner });
  const headers = { cookie, 'sec-fetch-dest': 'document' };
  for (const page of ['', '/edit', '/delete', '/executions/7']) {
    const response = await web.ask(`/dashboard/jobs/${id}${page}`, { headers });
    expect([page, response.status]).toEqual([page, 404]);
    expect(await response.text()).toContain(jobNotFound);
  }
});

test('a missing execution of an existing job says so, and links to the job', async () => {
  const { cookie, userId } = await aVisitor();
  const owner = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const { id } = await aSavedJob({ owner });
  const headers = { cookie, 'sec-fetch-dest': 'document' };
  const response = await web.ask(`/dashboard/jobs/${id}/executions/999999999999`, { headers });
  const html = await response.text();
  expect(response.status).toBe(404);
  expect(html).toMatch(/<h1[^>]*>Execution Not Found<\/h1>/);
  expect(html).not.toContain(jobNotFound);
});
