import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 120_000);

afterAll(() => web.stop());

test('the nonce of the policy is that of the page, and differs in each response', async () => {
  const nonces = new Set<string>();
  for (let time = 0; time < 3; time += 1) {
    const response = await web.ask('/login');
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    const scripts = [...(await response.text()).matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(2);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test('a page arrives complete with its data: no part is left to the browser', async () => {
  const { cookie } = await aVisitor();
  for (const path of ['/dashboard', '/dashboard/jobs/create', '/dashboard/settings', '/docs/errors']) {
    const html = await (await web.ask(path, { headers: { cookie } })).text();
    expect(html, path).toMatch(/^<!DOCTYPE html><html/);
    // React's mark of a part that was not there when the page was rendered.
    expect(html, path).not.toContain('<!--$!-->');
    expect(html.match(/streamController\.enqueue\(/g), path).toHaveLength(1);
    expect(html, path).toContain('streamController.close()');
  }
});

test('the public page has one script, and neither React nor data for it', async () => {
  const html = await (await web.ask('/')).text();
  expect(html).not.toContain('__remixContext');
  expect(html.match(/<script[^>]+src=/g)).toHaveLength(1);
  const [, address = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
  const script = await web.ask(address);
  expect(script.status).toBe(200);
  expect(script.headers.get('content-type')).toMatch(/javascript/);
});

test('S6: a form from another site is refused before its route and logged as a security event', async () => {
  const { cookie, userId } = await aVisitor();
  const fromElsewhere = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
    { 'sec-fetch-site': 'cross-site', origin },
    { 'sec-fetch-site': 'same-site', origin },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  ];
  for (const headers of fromElsewhere) {
    const response = await web.ask('/logout', {
      method: 'POST',
      headers: { cookie, 'user-agent': 'S6', ...headers } as HeadersInit,
    });
    expect(response.status, JSON.stringify(headers)).toBe(403);
  }
  expect(await db().session.count({ where: { userId } })).toBe(1);
  await expect
    .poll(() => db().securityEvent.count({ where: { code: 'csrf', userAgent: 'S6' } }))
    .toBe(fromElsewhere.length);
});

test('S6: a form of our own page is accepted', async () => {
  const { cookie, userId } = await aVisitor();
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin' };
  const response = await web.ask('/logout', { method: 'POST', headers });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
  expect(await db().session.count({ where: { userId } })).toBe(0);
});

test('no signed-in page is stored in the browser', async () => {
  const { cookie } = await aVisitor();
  for (const path of ['/dashboard/no-such-page', '/dashboard/no-such-page.data']) {
    expect((await web.ask(path, { headers: { cookie } })).headers.get('cache-control')).toBe('no-store');
  }
  expect((await web.ask('/login')).headers.get('cache-control')).toBe('private, no-cache');
});

test('an unknown path of the dashboard is a 404 inside the frame, with a link back', async () => {
  const { cookie } = await aVisitor();
  const response = await web.ask('/dashboard/no-such-page', { headers: { cookie } });
  const html = await response.text();
  expect(response.status).toBe(404);
  expect(html).toContain('<title>Page Not Found · Punctual</title>');
  expect(html).toMatch(/<a[^>]*href="\/dashboard"[^>]*>Go to Dashboard<\/a>/);
  expect(html).toContain('Sign Out');
});

test.each(['GET', 'POST'])('%s of an unknown path elsewhere is a 404 page', async (method) => {
  const response = await web.ask('/no-such-page', {
    method,
    ...(method === 'POST' && { headers: { origin } }),
  });
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('Page Not Found');
});

test.each(['declared', 'undeclared'])('a form over 1 MiB, its length %s, is a 413 page', async (kind) => {
  const { cookie } = await aVisitor();
  const text = `name=${'x'.repeat(2 * 1024 * 1024)}`;
  const body = kind === 'declared' ? text : new Blob([text]).stream();
  const headers = { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  const response = await web.ask('/dashboard/jobs/create', init as RequestInit);
  expect(response.status).toBe(413);
  expect(await response.text()).toContain('larger than 1 MiB');
});

test('a form just under 1 MiB reaches its route', async () => {
  const { cookie } = await aVisitor();
  const headers = { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' };
  const body = `name=${'x'.repeat(1024 * 1024 - 100)}`;
  expect((await web.ask('/dashboard/jobs/create', { method: 'POST', headers, body })).status).toBe(400);
});

test('a user is redirected from every path under /admin to the dashboard, an admin gets a 404 for an unknown one', async () => {
  const { cookie, userId } = await aVisitor();
  for (const path of ['/admin', '/admin/no-such-page']) {
    const response = await web.ask(path, { headers: { cookie } });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/dashboard']);
  }
  expect(await db().securityEvent.count({ where: { code: 'access_denied', actorId: userId } })).toBe(2);
  await db().user.update({ where: { id: userId }, data: { role: 'admin' } });
  const response = await web.ask('/admin/no-such-page', { headers: { cookie } });
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('Page Not Found')]);
});

test('an unknown call of the API is a 404 in the envelope, without a cookie', async () => {
  const { cookie } = await aVisitor();
  for (const method of ['GET', 'POST', 'DELETE']) {
    const response = await web.ask('/api/v1/nothing', { method, headers: { cookie } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, error: { type: 'not_found' } });
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test('S16: reports of violations are logged as security events, 30 a minute from an address', async () => {
  const body = JSON.stringify([
    {
      type: 'csp-violation',
      body: { documentURL: `${origin}/login`, effectiveDirective: 'script-src-elem', blockedURL: 'inline' },
    },
  ]);
  const headers = { 'content-type': 'application/reports+json', 'x-forwarded-for': '203.0.113.9' };
  const send = () => web.ask('/api/csp-report', { method: 'POST', headers, body });
  for (let time = 0; time < 30; time += 1) expect((await send()).status).toBe(204);
  const over = await send();
  expect([over.status, Number(over.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(
    await db().securityEvent.count({ where: { code: 'csp_violation', ip: '203.0.113.9', path: '/login' } }),
  ).toBe(30);
  expect((await web.ask('/api/csp-report')).headers.get('allow')).toBe('POST');
});

test('/readyz names the missing dependency', async () => {
  expect((await web.ask('/readyz')).status).toBe(200);
  web.parts.worker = false;
  const response = await web.ask('/readyz');
  web.parts.worker = true;
  expect([response.status, await response.json()]).toEqual([503, { status: 'failing', failing: ['worker'] }]);
});

test('an unread body does not delay the next request on its connection', async () => {
  const { cookie } = await aVisitor();
  const headers = { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' };
  for (const path of ['/login', '/dashboard/jobs/create', '/no-such-page']) {
    const init = { method: 'POST', headers, body: `name=${'x'.repeat(3 * 1024 * 1024)}` };
    await (await web.ask(path, init)).text();
    expect((await web.ask('/healthz', { signal: AbortSignal.timeout(2_000) })).status).toBe(200);
  }
});

test('a page requested under another host name redirects to the origin and shows nothing itself', async () => {
  const response = await web.askAs({
    path: '/login?x=1',
    host: 'evil.example',
    headers: { 'sec-fetch-mode': 'navigate' },
  });
  expect(response).toEqual({ status: 307, location: `${origin}/login?x=1` });
});

test('built scripts are cached for a year and compressed over 10 kB', async () => {
  const folder = join(web.client, 'assets');
  const large = readdirSync(folder).filter(
    (file) => file.endsWith('.js') && statSync(join(folder, file)).size > 10_000,
  );
  expect(large.length).toBeGreaterThan(0);
  for (const file of large) {
    const response = await web.ask(`/assets/${file}`, { headers: { 'accept-encoding': 'gzip' } });
    await response.body?.cancel();
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
});
