import { afterEach, expect, test, vi } from 'vitest';
import { LostResponse } from './lost-response.ts';
import { installPageFetch } from './page-fetch.ts';

const origin = 'https://punctual.test';
const page = new URL('/dashboard.data', origin);
const body = '[{"_1":2},"data",1]\n';
const turbo = { 'content-type': 'text/x-script; charset=utf-8' };

afterEach(() => vi.unstubAllGlobals());

/** Installs the fetch of page data over a given one. */
function install({
  send,
  retryDelayMs = () => null,
}: {
  send: () => Promise<Response>;
  retryDelayMs?: Parameters<typeof installPageFetch>[0]['retryDelayMs'];
}) {
  const sent = vi.fn((_input: unknown, _init?: RequestInit) => send());
  const window = { fetch: sent as unknown as typeof fetch };
  vi.stubGlobal('window', window);
  vi.stubGlobal('location', { origin });
  installPageFetch({ isSkipped: () => false, onResponse: () => undefined, retryDelayMs });
  return { sent, fetchPage: (init?: RequestInit) => window.fetch(page, init) };
}

const broken = () =>
  new ReadableStream({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode('[{"_1":2}'));
      stream.error(new TypeError('network error'));
    },
  });

test.each<[string, () => Promise<Response>]>([
  ['a cut connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ...[502, 503, 504, 500, 404, 200].map((status): [string, () => Promise<Response>] => [
    `a page of a gateway with status ${status}`,
    () => Promise.resolve(new Response('<h1>Bad</h1>', { status, headers: { 'content-type': 'text/html' } })),
  ]),
  ['a response without a content type', () => Promise.resolve(new Response(new Uint8Array([91, 93, 10])))],
  ['a body that breaks off', () => Promise.resolve(new Response(broken(), { headers: turbo }))],
  ['a body that ends early', () => Promise.resolve(new Response(body.slice(0, 9), { headers: turbo }))],
  ['an empty body', () => Promise.resolve(new Response('', { headers: turbo }))],
])('%s is a lost response', async (_title, send) => {
  await expect(install({ send }).fetchPage()).rejects.toBeInstanceOf(LostResponse);
});

test.each([200, 202, 400, 403, 404, 500])('our own response with status %i is delivered', async (status) => {
  const { fetchPage } = install({
    send: () => Promise.resolve(new Response(body, { status, headers: turbo })),
  });
  const response = await fetchPage();
  expect(response.status).toBe(status);
  expect(await response.text()).toBe(body);
});

test('a response without a body is delivered', async () => {
  const { fetchPage } = install({ send: () => Promise.resolve(new Response(null, { status: 204 })) });
  expect((await fetchPage()).status).toBe(204);
});

test('an aborted request rejects as aborted', async () => {
  const aborted = new DOMException('aborted', 'AbortError');
  const { fetchPage } = install({ send: () => Promise.reject(aborted) });
  await expect(fetchPage({ signal: AbortSignal.abort() })).rejects.toBe(aborted);
});

test('a form over 1 MiB is not sent', async () => {
  const { sent, fetchPage } = install({
    send: () => Promise.resolve(new Response(body, { headers: turbo })),
  });
  const form = (bytes: number) => ({
    method: 'POST',
    body: new URLSearchParams({ payload: 'x'.repeat(bytes) }),
  });
  await expect(fetchPage(form(1024 * 1024))).rejects.toMatchObject({ status: 413 });
  expect(sent).not.toHaveBeenCalled();
  await fetchPage(form(1024 * 1024 - 100));
  expect(sent).toHaveBeenCalledTimes(1);
});

test('each form submission has its own key, and a load has none', async () => {
  const { sent, fetchPage } = install({
    send: () => Promise.resolve(new Response(body, { headers: turbo })),
  });
  const post = { method: 'POST', body: new URLSearchParams({ a: '1' }) };
  await fetchPage(post);
  await fetchPage(post);
  await fetchPage();
  const keys = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBeNull();
});

test('every request names the tab that sent it', async () => {
  const { sent, fetchPage } = install({
    send: () => Promise.resolve(new Response(body, { headers: turbo })),
  });
  await fetchPage();
  await fetchPage({ method: 'POST', body: new URLSearchParams({ a: '1' }) });
  const tabs = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-tab'));
  expect(tabs).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), tabs[0]]);
});

test('a request worth repeating is sent again until its response arrives', async () => {
  let tries = 0;
  const { fetchPage } = install({
    send: () => {
      tries += 1;
      return tries < 3
        ? Promise.reject(new TypeError('cut'))
        : Promise.resolve(new Response(body, { headers: turbo }));
    },
    retryDelayMs: () => 1,
  });
  expect((await fetchPage()).status).toBe(200);
  expect(tries).toBe(3);
});
