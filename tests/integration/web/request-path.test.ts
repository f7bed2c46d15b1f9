import { connect } from 'node:net';
import { matchRoutes } from '@remix-run/react';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheControlOf } from '#app/http/edge/cache-rule.server.ts';
import { isOwnRequest } from '#app/http/edge/csrf.server.ts';
import { normalizeTarget } from '#app/http/edge/normal-path.server.ts';
import { publicRoutes } from '#app/http/edge/route-of-path.server.ts';
import { db } from '#server/database/db.server.ts';
import { routeTemplates } from '#tests/integration/web/route-templates.ts';
import { origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

// The rules at the edge and the router read the same path: every accepted path is the one spelling of its route.

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

/** The names of all routes as the router has them, `/dashboard/jobs/:id`. */
const templates = () => [...new Set(routeTemplates(web.build).values())];

/** The route found by the router, which decodes, drops a trailing slash and accepts any case. */
function routed(pathname: string): string | null {
  interface Branch {
    id: string;
    path?: string;
    index?: boolean;
    children: Branch[];
  }
  const branches = new Map<string, Branch>();
  const roots: Branch[] = [];
  for (const { id, path, index } of Object.values(web.build.routes))
    branches.set(id, { id, children: [], ...(path && { path }), ...(index && { index }) });
  for (const { id, parentId } of Object.values(web.build.routes)) {
    const branch = branches.get(id);
    if (branch) (branches.get(parentId ?? '')?.children ?? roots).push(branch);
  }
  const page = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  return matchRoutes(roots as Parameters<typeof matchRoutes>[0], page)?.at(-1)?.route.id ?? null;
}

const spellings: ((path: string) => string)[] = [
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace(/\/(?=[^/]*$)/, '//'),
  (path) => `/x/..${path}`,
  (path) => `/x/%2e%2E${path}`,
  (path) => `/.${path}`,
  (path) => `${path}/.`,
  (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  (path) => path.replace(/\/(?=[^/]*$)/, '\\'),
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path};a`,
  (path) => `${path}.data`,
  (path) => `${path}/.data`,
  (path) => `${path}.DATA`,
  (path) => `${path}%`,
  (path) => `${path}#/x`,
  (path) => `http://evil.example${path}`,
];

test('no route has a capital letter in its name, since only paths with one are checked for case', () => {
  for (const template of templates()) expect(template.replace(/:\w+/g, '')).not.toMatch(/[A-Z]/);
});

test('every accepted path has one spelling, for the rules and for the router', { timeout: 120_000 }, () => {
  const routeOf = publicRoutes(web.build);
  const paths = templates().map((template) => template.replace(/:\w+\??/g, '7').replace('*', 'x'));
  expect(paths.length).toBeGreaterThan(80);
  const counts = { let: 0, moved: 0, refused: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(...paths),
      fc.array(fc.constantFrom(...spellings), { minLength: 1, maxLength: 3 }),
      (path, made) => {
        const target = made.reduce((spelled, spell) => spell(spelled), path);
        const evaluated = normalizeTarget({ target, origin, routeOf });
        if ('moved' in evaluated) {
          counts[evaluated.moved === null ? 'refused' : 'moved'] += 1;
          if (evaluated.moved === null) return;
          // A redirected path arrives: it is not redirected again.
          const { moved } = evaluated;
          expect(moved, target).toMatch(/^\/(?![/\\])/);
          expect(normalizeTarget({ target: moved, origin, routeOf }), target).toEqual({ target: moved });
          return;
        }
        counts.let += 1;
        const { pathname } = new URL(evaluated.target, origin);
        expect(pathname, target).toBe(evaluated.target.split('?')[0]);
        expect(decodeURIComponent(pathname), target).not.toMatch(/[\\\0]|\/\/|\/\.{1,2}(?:\/|$)/);
        const data = routeOf(pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/') || '/');
        expect(data?.id ?? null, target).toBe(routed(pathname));
        const names = data?.template.split('/').filter((name) => name !== '' && !/[:*]/.test(name)) ?? [];
        for (const name of names) expect(pathname, target).toContain(`/${name}`);
        // A path that a rule treats as a program's or a link's is one, or not a route.
        const asks = { method: 'POST', path: pathname, secFetchSite: 'cross-site', requestOrigin: undefined };
        if (isOwnRequest({ ...asks, origin }))
          expect(data?.template, target).toMatch(
            /^\/(?:api|mcp|webhooks|unsubscribe|mail\/(?:stop|unsubscribe))(?:\/|$)|^\/\*$/,
          );
        if (/^\/(?:dashboard|admin|mail)\b/.test(data?.template ?? ''))
          expect(cacheControlOf({ path: pathname, hasSession: false }), target).toBe('no-store');
      },
    ),
    { numRuns: 3_000 },
  );
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
});

/** One raw request: fetch would normalize it first. */
async function bytes(
  head: string,
): Promise<{ status: number; location: string; contentType: string; body: string }> {
  const { port } = new URL(web.address);
  const socket = connect(Number(port), '127.0.0.1');
  const text = await new Promise<string>((resolve, reject) => {
    let got = '';
    socket.on('data', (part) => (got += part.toString('latin1')));
    socket.on('end', () => resolve(got));
    socket.on('error', reject);
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  });
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  return {
    status: Number(text.split(' ')[1]),
    location: header('location'),
    contentType: header('content-type'),
    body,
  };
}

test.each([
  ['GET http://evil.example/dashboard HTTP/1.1\r\nHost: evil.example', 400],
  ['GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nSec-Fetch-Mode: navigate', 400],
  ['GET https://127.0.0.1:3000@evil.example/ HTTP/1.1\r\nHost: x', 400],
  [`GET ${origin}/dashboard HTTP/1.1\r\nHost: evil.example`, 302],
  ['GET //evil.example/x HTTP/1.1\r\nHost: evil.example', 308],
  ['GET /\\evil.example HTTP/1.1\r\nHost: evil.example', 400],
  ['GET ///evil.example/%2e%2e HTTP/1.1\r\nHost: evil.example\r\nSec-Fetch-Mode: navigate', 400],
  ['GET /dashboard HTTP/1.1\r\nHost: evil.example\r\nSec-Fetch-Mode: navigate', 307],
  ['GET /dashboard HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example', 302],
  ['GET /dashboard HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: http://evil.example/?', 302],
  ['GET /create-job HTTP/1.1\r\nHost: evil.example@x:1', 301],
  ['OPTIONS * HTTP/1.1\r\nHost: evil.example', 400],
  ['POST /Dashboard/jobs/bulk HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0', 400],
  ['POST /dashboard/jobs/bulk/ HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0', 403],
  [
    'POST /mail/stop/../../logout HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0',
    400,
  ],
  ['POST /api/%2e%2e/logout HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0', 400],
  ['POST /api/v1/jobs/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0', 401],
])('no request line leads to another host or past a rule: %s', async (head, status) => {
  const response = await bytes(head);
  expect(response.status).toBe(status);
  if (response.location !== '') {
    expect(new URL(response.location, origin).origin).toBe(origin);
    expect(response.location).toMatch(/^(?:\/(?![/\\])|http:\/\/127\.0\.0\.1:3000\/)/);
  }
});

test.each([
  ['GET /api/v1/jobs/test/%1C%C2%AB', 'application/json'],
  ['POST /api/v1/jobs/1/executions/%00/retry', 'application/json'],
  ['DELETE /api/v1/jobs/a//b', 'application/json'],
  ['GET /api/v1/jobs/%0E', 'application/problem+json'],
])('a call with a refused path gets an API error: %s', async (line, type) => {
  const { status, contentType, body } = await bytes(
    `${line} HTTP/1.1\r\nHost: x\r\nAccept: ${type}\r\nContent-Length: 0`,
  );
  expect(status).toBe(400);
  expect(contentType).toBe(`${type}; charset=utf-8`);
  expect(body).toContain('not in its normal form');
});

test('a refused path is not logged as a request from another site', async () => {
  const count = () => db().securityEvent.count({ where: { code: 'csrf' } });
  const before = await count();
  await bytes('POST /x/../logout HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0');
  expect(await count()).toBe(before);
});
