import { afterAll, beforeAll, expect, test } from 'vitest';
import { signProductToken } from '#server/accounts/sessions/product-token.server.ts';
import { newSessionToken } from '#server/accounts/sessions/session-token.server.ts';
import { makeKey } from '#server/api-keys/key-format.server.ts';
import { aBody, askApi } from '#tests/integration/api/api.ts';
import { origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  // Nothing listens on port 1.
  process.env['DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/none';
  web = await startWeb();
  // The first page and the first statement of a process compile their code.
  await (await web.ask('/dashboard', { headers: { cookie: `session=${newSessionToken()}` } })).text();
}, 120_000);

afterAll(() => web.stop());

test.each(['/', '/dashboard', '/login', '/dashboard/jobs/1'])(
  'while the database is down %s says so within 2 s, with the id of its request',
  async (path) => {
    const startedAt = performance.now();
    const response = await web.ask(path, { headers: { cookie: `session=${newSessionToken()}` } });
    const html = await response.text();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(response.status).toBe(503);
    expect(html).toContain('Server Error');
    expect(html).toContain(response.headers.get('x-request-id'));
    expect(html).not.toMatch(/ECONNREFUSED|127\.0\.0\.1:1|prisma/i);
  },
);

test.each([
  ...['/', '/docs', '/docs?q=retry', '/docs/start', '/docs/errors', '/docs/feedback', '/no-such-page'],
  ...['/status', '/terms', '/privacy', '/abuse'],
])('while the database is down %s says so in the layout of the public pages', async (path) => {
  const response = await web.ask(path, { headers: { cookie: `session=${newSessionToken()}` } });
  const html = await response.text();
  expect(response.status).toBe(503);
  expect(html).toContain('<title>Server Error · Punctual</title>');
  for (const part of ['aria-label="Menu"', 'API Docs', 'href="/dashboard"', '<footer'])
    expect(html).toContain(part);
  // The visitor may be signed in.
  expect(html).not.toContain('Get Started');
  const isDocs = path.startsWith('/docs') && path !== '/docs/feedback';
  expect(html.includes('Search the documentation')).toBe(isDocs);
  expect(html).toContain(isDocs ? 'Go to Documentation' : 'Go to Home');
});

test('while the database is down a form is refused with a 503, not a defect', async () => {
  const headers = { cookie: `session=${newSessionToken()}`, origin };
  const body = new URLSearchParams({ name: 'Nightly' });
  expect((await web.ask('/dashboard/jobs/create', { method: 'POST', headers, body })).status).toBe(503);
});

test('while the database is down another site is still refused', async () => {
  const headers = { cookie: `session=${newSessionToken()}`, origin: 'https://evil.example' };
  expect((await web.ask('/logout', { method: 'POST', headers })).status).toBe(403);
});

test.each([
  ['GET /jobs', {}],
  ['POST /jobs', { body: aBody() }],
  ['PATCH /jobs/1/status', { body: { status: 'paused' } }],
  ['GET /jobs/1/executions', {}],
  ['POST /jobs/1/trigger', {}],
  ['POST /previews/cron', { body: { cron: '0 * * * *' } }],
])('while the database is down %s is a 503 within 2 s that says when to retry', async (call, given) => {
  for (const credential of [makeKey(), await signProductToken({ userId: 1, sessionId: 1 })]) {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${credential}` };
    const response = await askApi(web, call, { ...given, headers });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect([response.status, response.body.error, response.headers.get('retry-after')]).toEqual([
      503,
      {
        type: 'database_error',
        message: 'A server error occurred. Please try again later.',
        details: {},
      },
      '5',
    ]);
  }
});
