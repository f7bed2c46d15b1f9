import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSessionToken } from '#server/accounts/session-token.server.ts';
import { origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  // Port 1: nobody listens there.
  process.env['DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/none';
  web = await startWeb();
  // The first page and the first statement of a process compile their code.
  await (await web.ask('/dashboard', { headers: { cookie: `session=${newSessionToken()}` } })).text();
}, 120_000);

afterAll(() => web.stop());

test.each(['/', '/dashboard', '/login', '/dashboard/jobs/1'])(
  'while the database is away %s says so within 2 s, with the id of its request',
  async (path) => {
    const startedAt = performance.now();
    const answer = await web.ask(path, { headers: { cookie: `session=${newSessionToken()}` } });
    const html = await answer.text();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(answer.status).toBe(503);
    expect(html).toContain('Server Error');
    expect(html).toContain(answer.headers.get('x-request-id'));
    expect(html).not.toMatch(/ECONNREFUSED|127\.0\.0\.1:1|prisma/i);
  },
);

test('while the database is away a form is refused, not lost in a defect', async () => {
  const headers = { cookie: `session=${newSessionToken()}`, origin };
  const body = new URLSearchParams({ name: 'Nightly' });
  expect((await web.ask('/dashboard/jobs/create', { method: 'POST', headers, body })).status).toBe(503);
});

test('while the database is away another site is still refused', async () => {
  const headers = { cookie: `session=${newSessionToken()}`, origin: 'https://evil.example' };
  expect((await web.ask('/logout', { method: 'POST', headers })).status).toBe(403);
});
