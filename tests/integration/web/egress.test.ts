import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type TestWeb } from './web.ts';

let web: TestWeb;

beforeAll(async () => {
  Object.assign(process.env, {
    EGRESS_ADDRESSES: '203.0.113.7, 2001:db8::/48',
    EGRESS_UPDATED_AT: '2026-11-27',
  });
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const path = '/.well-known/punctual-egress.json';

test('the egress addresses are a file with a date, cacheable and with a stable ETag', async () => {
  const response = await web.ask(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await response.json()).toMatchObject({
    addresses: ['203.0.113.7', '2001:db8::/48'],
    updated_at: '2026-11-27',
    published: true,
  });
  const etag = response.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{16}"$/);
  expect((await web.ask(path)).headers.get('etag')).toBe(etag);
  const known = await web.ask(path, { headers: { 'if-none-match': etag } });
  expect([known.status, await known.text()]).toEqual([304, '']);
});

test('the page names the same addresses and the date', async () => {
  const text = await (await web.ask('/docs/egress')).text();
  for (const part of ['203.0.113.7', '2001:db8::/48', '2026-11-27']) expect(text).toContain(part);
});
