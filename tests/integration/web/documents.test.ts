import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '#app/http/api/openapi/open-api.server.ts';
import { keyOperations } from '#app/presenters/api-docs/read-document.ts';
import { errorCatalogue } from '#domain/errors.ts';
import { origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

// Machine-readable documents of the API, without a sign-in.

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const calls = () =>
  keyOperations(openApiDocument({ origin })).map(({ method, path }) => `\`${method} ${path}\``);

test('the Markdown has every call that a key can make, its fields, an example and every error', async () => {
  const response = await web.ask('/docs/api.md');
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/markdown; charset=utf-8',
  ]);
  const text = await response.text();
  expect(calls().length).toBeGreaterThan(14);
  for (const call of calls()) expect(text).toContain(`\n${call}\n`);
  for (const [type, { status }] of Object.entries(errorCatalogue)) {
    expect(text).toContain(`### ${status} ${type}\n`);
    expect(text).toContain(`${origin}/docs/errors#${type}`);
  }
  expect(text).toMatch(/- `webhook_url` \([^)]*required\)/);
  expect(text).toContain(`-H 'Authorization: Bearer YOUR_API_KEY'`);
  expect(text).not.toMatch(/undefined|\[object/);
});

test('llms.txt says what this is, lists each call, and links to more', async () => {
  const response = await web.ask('/llms.txt');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await response.text();
  expect(text).toMatch(/^# Punctual\n\n> /);
  for (const call of calls()) expect(text).toContain(call);
  const addresses = [...text.matchAll(/\]\((\S+)\)/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) {
    const { pathname } = new URL(address);
    expect(address).toBe(origin + pathname);
    expect((await web.ask(pathname)).status, pathname).toBe(200);
  }
});
