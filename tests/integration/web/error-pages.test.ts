import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/db.server.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { aVisitor, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 120_000);

afterAll(() => web.stop());

test('a page that fails says so inside the frame, with a way out and the id under which it is logged', async () => {
  const { cookie, userId } = await aVisitor();
  const owner = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const { id } = await aSavedJob({ owner });
  await db().$executeRawUnsafe('alter table "JobState" rename to "JobStateGone"');
  const answer = await web.ask(`/dashboard/jobs/${id}/delete`, { headers: { cookie } });
  await db().$executeRawUnsafe('alter table "JobStateGone" rename to "JobState"');
  const html = await answer.text();
  expect(answer.status).toBe(500);
  expect(html).toContain('<title>Server Error · Punctual</title>');
  expect(html).toContain('A server error occurred. Please try again later.');
  expect(html).toContain('Go to Dashboard');
  expect(html).toContain('aria-label="Main"');
  const requestId = answer.headers.get('x-request-id') ?? '';
  expect(requestId).not.toBe('');
  const text = html.replaceAll('<!-- -->', '');
  expect(text).toMatch(new RegExp(`Request <code[^>]*>${requestId}</code>`));
});
