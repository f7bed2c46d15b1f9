import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '#app/http/edge/security-headers.server.ts';
import { db } from '#server/database/db.server.ts';
import { aClient } from '#tests/integration/api/api.ts';
import { routeTemplates } from '#tests/integration/web/route-templates.ts';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

// Every route the build has, whatever their number, asked by a stranger, a user and an admin: security.md section 5 for
// each answer, section 6 where a limit is counted.

process.env['RATE_LIMIT_SCALE'] = '1';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

type Who = 'stranger' | 'user' | 'admin';

async function headersOf(who: Who): Promise<Record<string, string>> {
  if (who === 'stranger') return {};
  const { cookie, userId } = await aVisitor();
  if (who === 'admin') await db().user.update({ where: { id: userId }, data: { role: 'admin' } });
  return { cookie };
}

/** The address of every route of the build, with 1 for its parameters, and whether it is a page. */
function everyRoute(): { path: string; isPage: boolean }[] {
  const found = new Map<string, boolean>();
  for (const [id, template] of routeTemplates(web.build)) {
    const path = template.replace(/:\w+\??/g, '1').replace('*', 'unknown');
    found.set(path, found.get(path) === true || web.build.routes[id]?.module.default !== undefined);
  }
  return [...found].map(([path, isPage]) => ({ path, isPage }));
}

/** Paths handled before the routes, or by none. */
const besides = ['/healthz', '/readyz', '/echo', '/no-such-page', '/api/no-such-call', '/assets/none.js'];

/** Publicly cacheable: documents and pictures that are the same for everybody. */
const isPublic = (path: string) =>
  /^\/(?:api\/v1\/openapi\.json|llms\.txt|robots\.txt|sitemap\.xml|status\.json|\.well-known\/punctual-egress\.json|badges\/.+|docs\/.+\.md|manifest.*|sw\.js|offline|og.*|.*\.(?:png|svg|webmanifest))$/.test(
    path,
  );
const isCall = (path: string) => path.startsWith('/api/');
/** Streams, of which only the head is checked. */
const asked = async (path: string, init: RequestInit = {}) => {
  const response = await web.ask(path, { ...init, signal: AbortSignal.timeout(10_000) });
  await response.body?.cancel();
  return response;
};

function expectSecured(response: Response, what: string, path: string): void {
  const policy = response.headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(Buffer.from(nonce, 'base64'), what).toHaveLength(16);
  expect(policy, what).toBe(contentSecurityPolicy(nonce));
  expect(Object.fromEntries(response.headers), what).toMatchObject({
    'strict-transport-security': 'max-age=63072000',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': path.startsWith('/badges/') ? 'cross-origin' : 'same-origin',
    'reporting-endpoints': `csp="${origin}/api/csp-report"`,
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
    'cache-control': expect.any(String) as string,
  });
  expect(response.headers.has('x-powered-by'), what).toBe(false);
  expect(response.status, what).toBeLessThan(500);
}

/** Caching of a response by browsers and proxies (security.md section 5). */
function expectCached({
  response,
  path,
  who,
  what,
}: {
  response: Response;
  path: string;
  who: Who;
  what: string;
}) {
  const rule = response.headers.get('cache-control') ?? '';
  if (isPublic(path) && response.ok) {
    expect(rule, what).toMatch(/^(?:public, max-age=\d+|no-cache|private, no-cache|no-store)/);
    expect(response.headers.getSetCookie(), what).toEqual([]);
  } else if (isCall(path)) {
    expect(['private, no-cache', 'no-store'], what).toContain(rule);
    expect(response.headers.getSetCookie(), what).toEqual([]);
  } else if (
    who !== 'stranger' ||
    path.endsWith('.data') ||
    /^\/(?:dashboard|admin|mail|logout)\b/.test(path)
  ) {
    expect(rule, what).toMatch(/^(?:private, )?no-store|^no-cache, no-transform$/);
  } else expect(rule, what).toMatch(/^(?:private, no-cache|no-store|public, max-age=\d+.*|no-cache)/);
}

describe.each(['stranger', 'user', 'admin'] as const)('requested by a %s', (who) => {
  test(
    'every page, document and call has the security headers and its cache rule',
    { timeout: 120_000 },
    async () => {
      const headers = await headersOf(who);
      const routes = everyRoute();
      expect(routes.length).toBeGreaterThan(80);
      for (const path of [...routes.map((route) => route.path), ...besides]) {
        const response = await asked(path, { headers });
        const what = `${who} GET ${path} ${response.status}`;
        expectSecured(response, what, path);
        expectCached({ response, path, who, what });
      }
    },
  );

  test('the data of every page is never stored', { timeout: 120_000 }, async () => {
    const headers = await headersOf(who);
    for (const { path } of everyRoute().filter(({ isPage }) => isPage)) {
      const data = path === '/' ? '/_root.data' : `${path}.data`;
      const response = await asked(data, { headers });
      const what = `${who} GET ${data} ${response.status}`;
      expectSecured(response, what, data);
      expect(response.headers.get('cache-control'), what).toBe('no-store');
    }
  });

  test(
    'a form sent to any route gets them too, and is refused from another site',
    { timeout: 120_000 },
    async () => {
      const headers = await headersOf(who);
      const body = new URLSearchParams({ none: '1' });
      const ownCredential = /^\/(?:api|mcp|webhooks|mail\/(?:stop|unsubscribe)|unsubscribe)\//;
      for (const { path } of everyRoute()) {
        const what = `${who} POST ${path}`;
        const elsewhere = await asked(path, {
          method: 'POST',
          headers: { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
          body,
        });
        expectSecured(elsewhere, what, path);
        if (!ownCredential.test(path) && path !== '/mcp') expect(elsewhere.status, what).toBe(403);
        // Routes that sign out or delete the account are not called again.
        if (who !== 'stranger' && /^\/logout|\/settings\//.test(path)) continue;
        const own = await asked(path, { method: 'POST', headers: { ...headers, origin }, body });
        expectSecured(own, `${what} ${own.status}`, path);
      }
    },
  );
});

test('admin pages are closed to others: signed-out visitors sign in, users are redirected to the dashboard', async () => {
  const user = await headersOf('user');
  const pages = everyRoute().filter(({ path, isPage }) => isPage && /^\/admin(?:\/|$)/.test(path));
  expect(pages.length).toBeGreaterThan(0);
  for (const { path } of pages) {
    const stranger = await asked(path);
    expect([stranger.status, stranger.headers.get('location')?.split('?')[0]], path).toEqual([302, '/login']);
    const led = await asked(path, { headers: user });
    expect([led.status, led.headers.get('location')], path).toEqual([302, '/dashboard']);
  }
});

test('every rate-limited API call says how much of its limit is left', { timeout: 60_000 }, async () => {
  const token = await aClient({ web, kind: 'token', user: { tier: 'ultimate', role: 'admin' } });
  const calls = everyRoute().filter(({ path }) => path.startsWith('/api/v1/'));
  expect(calls.length).toBeGreaterThan(15);
  for (const { path } of calls) {
    const response = await asked(path, { headers: { authorization: `Bearer ${token.credential}` } });
    if ([405, 401].includes(response.status) || path.endsWith('openapi.json')) continue;
    expect(response.headers.get('ratelimit'), `${path} ${response.status}`).toMatch(/^"\w+";r=\d+;t=\d+$/);
    expect(response.headers.get('ratelimit-policy'), path).toMatch(/^"\w+";q=\d+;w=\d+$/);
    // Files are streamed, without an ETag.
    if (response.status === 200 && !/export|metrics$/.test(path))
      expect(response.headers.get('etag'), path).toMatch(/^"[\w-]+"$/);
  }
});

test('a page refused by a rate limit says when to retry, as calls do', async () => {
  const { cookie } = await aVisitor();
  const get = () => asked('/dashboard/export.json', { headers: { cookie } });
  for (let time = 0; time < 5; time += 1) expect((await get()).status).toBe(200);
  const refused = await get();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit-policy')).toBe('"export";q=5;w=3600');
  expect(refused.headers.get('ratelimit')).toMatch(/^"export";r=0;t=\d+$/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
