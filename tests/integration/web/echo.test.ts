import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

// The one path of ours that jobs may call (decision 044).

process.env['RATE_LIMIT_SCALE'] = '1';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

/** Each test has its own address, as behind a proxy. */
const from = (address: string, headers: Record<string, string> = {}) => ({
  'x-forwarded-for': address,
  ...headers,
});

test('a request of any method is echoed, from any site and without a redirect', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const response = await web.ask('/echo?run=1', {
      method,
      headers: from('192.0.2.1', { 'x-punctual-attempt': '2', 'sec-fetch-site': 'cross-site' }),
      ...(method === 'POST' && { body: 'x'.repeat(100_000) }),
    });
    expect(response.status, method).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toMatchObject({
      method,
      path: '/echo?run=1',
      headers: { 'x-punctual-attempt': '2' },
    });
  }
});

test('credentials, markup and long texts are not echoed', async () => {
  const response = await web.ask(`/echo?q=${'a'.repeat(2_000)}`, {
    headers: from('192.0.2.2', {
      authorization: 'Bearer secret',
      cookie: 'session=secret',
      'x-own': 'secret',
      'user-agent': `<script>alert(1)</script>${'b'.repeat(2_000)}`,
    }),
  });
  const text = await response.text();
  expect(text).not.toMatch(/secret|192\.0\.2|[<>]/);
  expect(text.length).toBeLessThan(1_500);
  expect(JSON.parse(text)).toHaveProperty('headers.user-agent', expect.stringContaining('<script>'));
});

test('only that path echoes', async () => {
  for (const path of ['/echo.data', '/echo/more', '/echo2'])
    expect((await web.ask(path, { headers: from('192.0.2.3') })).status, path).toBe(404);
});

test('an address that asks too often is refused for a while, and that is logged', async () => {
  const asked = () => web.ask('/echo', { headers: from('192.0.2.4') });
  for (let count = 0; count < limits.echo.points; count += 1) await (await asked()).body?.cancel();
  const refused = await asked();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({ error: expect.stringContaining('echo address') as string });
  expect((await web.ask('/echo', { headers: from('192.0.2.5') })).status).toBe(200);
  expect(await db().securityEvent.count({ where: { path: '/echo' } })).toBe(1);
}, 60_000);
