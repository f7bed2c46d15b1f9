import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientAddressHeader, requestIdHeader } from '#app/protocol/request-facts.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

// Guard and limits come before everything else, in each loader and action the build has. Every limit is used up first:
// a route outside the wrapper then does not respond with 429.

process.env['RATE_LIMIT_SCALE'] = '1';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

/** With a limit of their own (api-route, MCP, reports), or a signature. */
const ownLimit = /^routes\/(?:api\.|mcp$|webhooks\.stripe$)/;

/** Loaders that only redirect or return a fixed text. */
const fixed = new Set(
  [
    'create-job',
    'dashboard.api-key',
    'dashboard.incidents.$id.acknowledge',
    'dashboard.incidents.$id.snooze',
    'dashboard.jobs.$id.ask-recipient',
    'dashboard.jobs.example',
    'dashboard.jobs.$id.badge',
    'dashboard.jobs.$id.replay',
    'dashboard.jobs.$id.restore',
    'dashboard.jobs.$id.run',
    'dashboard.jobs.$id.saved',
    'dashboard.jobs.$id.skip',
    'dashboard.jobs.$id.status',
    'dashboard.jobs.test-note',
    'dashboard.jobs.test-runs',
    'dashboard.push',
    'dashboard.settings_.event-subscriptions.$id_.secret',
    'dashboard.settings_.keys',
    'dashboard.signing-secret',
    'dashboard.token',
    'llms[.]txt',
    'logout',
    'preferences',
    'robots[.]txt',
    'sitemap[.]xml',
    'unsubscribe.$token',
  ].map((name) => `routes/${name}`),
);
/** The banner of every page, read from memory; the loader of the page beside it counts. */
const besidePages = new Set(['root']);

/** Actions that anybody may send. */
const open = new Set(
  [
    'logout',
    'mail.confirm.$token',
    'mail.stop.$token',
    'mail.unsubscribe.$token',
    'preferences',
    'unsubscribe.$token',
  ].map((name) => `routes/${name}`),
);
/** Actions without a form: they refuse the method. */
const refusing = new Set(['routes/$']);

type Part = 'loader' | 'action';
type Run = (args: ActionFunctionArgs) => unknown;

function every(part: Part): { id: string; run: Run }[] {
  const found = Object.entries(web.build.routes).flatMap(([id, route]) => {
    const run = route.module[part];
    return run && !ownLimit.test(id) ? [{ id, run: run }] : [];
  });
  return found.filter(({ id }) =>
    part === 'loader' ? !fixed.has(id) && !besidePages.has(id) : !refusing.has(id),
  );
}

interface Who {
  ip: string;
  cookie?: string;
}

function asked({ who, part, body = 'intent=fill&command=x' }: { who: Who; part: Part; body?: string }) {
  const facts = { [clientAddressHeader]: who.ip, [requestIdHeader]: crypto.randomUUID() };
  const headers = new Headers({ ...facts, accept: 'application/json' });
  if (who.cookie !== undefined) headers.set('cookie', who.cookie);
  const sent = { method: 'POST', body, headers };
  headers.set('content-type', part === 'action' ? 'application/x-www-form-urlencoded' : 'text/plain');
  const request = new Request(`${origin}/any`, part === 'action' ? sent : { headers });
  const context: AppLoadContext = {
    nonce: '',
    requestId: headers.get(requestIdHeader) ?? '',
    isBodyTooLarge: () => false,
    onLeave: (run) => run(),
  };
  const params = {
    id: '1',
    eid: '1',
    name: 'api',
    token: 'x',
    tid: 'x',
    act: 'end-session',
    file: 'x.svg',
    '*': 'x',
  };
  return { request, params, context } as unknown as ActionFunctionArgs;
}

/** The result of a route, returned or thrown. */
async function outcomeOf({ run, args }: { run: Run; args: ActionFunctionArgs }) {
  const given: unknown = await Promise.resolve()
    .then(() => run(args))
    .catch((thrown: unknown) => thrown);
  if (given instanceof Response) {
    await given.body?.cancel();
    return { status: given.status, location: given.headers.get('location') ?? '' };
  }
  const init = (given as { init?: { status?: number } | null } | null)?.init;
  return { status: init?.status ?? 200, location: '' };
}

async function useUp({ who, part, points }: { who: Who; part: Part; points: number }) {
  const id = part === 'loader' ? 'routes/dashboard.jobs.preview' : 'routes/dashboard.jobs.$id.badge';
  const run = web.build.routes[id]?.module[part] as Run;
  for (let taken = 0; taken < points; taken += 1) {
    const { status } = await outcomeOf({ run, args: asked({ who, part }) });
    expect(status).not.toBe(429);
  }
}

const visitor = (ip: string): Promise<Who> => Promise.resolve({ ip });
const user = async (ip: string): Promise<Who> => ({ ip, cookie: (await aVisitor()).cookie });

describe.each([
  ['a visitor', visitor, limits.visit.points, limits.visit_form.points],
  ['a user', user, limits.page.points, limits.form.points],
] as const)('%s with an exhausted limit', (name, make, pages, forms) => {
  const ip = name === 'a user' ? '192.0.2.20' : '192.0.2.10';

  test('is refused by every loader', { timeout: 120_000 }, async () => {
    const who = await make(ip);
    await useUp({ who, part: 'loader', points: pages });
    const loaders = every('loader');
    expect(loaders.length).toBeGreaterThan(40);
    for (const { id, run } of loaders) {
      // Public pages count by address, whoever is signed in.
      const isPublic = name === 'a user' && !/^routes\/(?:dashboard|admin|auth\.confirm)/.test(id);
      if (isPublic) continue;
      expect(await outcomeOf({ run, args: asked({ who, part: 'loader' }) }), id).toMatchObject({
        status: 429,
      });
    }
  });

  test('is refused by every action, without reading the form', { timeout: 120_000 }, async () => {
    const who = await make(ip);
    await useUp({ who, part: 'action', points: forms });
    const actions = every('action');
    expect(actions.length).toBeGreaterThan(25);
    for (const { id, run } of actions) {
      if (name === 'a user' && open.has(id)) continue;
      const args = asked({ who, part: 'action' });
      expect(await outcomeOf({ run, args }), id).toMatchObject({ status: 429 });
      expect(args.request.bodyUsed, id).toBe(false);
    }
  });
});

test('a signed-out visitor is redirected before an action reads the form, whatever it contains', async () => {
  let at = 0;
  for (const { id, run } of every('action')) {
    if (open.has(id)) continue;
    for (const body of [
      'intent=fill&command=x',
      'intent=note',
      '__intent__=1',
      'tags[4294967294]=x',
      '&'.repeat(900),
    ]) {
      const args = asked({ who: { ip: `198.51.100.${(at += 1) % 250}` }, part: 'action', body });
      const { status, location } = await outcomeOf({ run, args });
      expect(args.request.bodyUsed, `${id} ${body.slice(0, 20)}`).toBe(false);
      if (status !== 401) expect([status, location.split('?')[0]], id).toEqual([302, '/login']);
    }
  }
});

test('a page load counts once, however many loaders the page has', async () => {
  const { cookie } = await aVisitor();
  const load = () => web.ask('/dashboard/settings', { headers: { cookie, accept: 'text/html' } });
  for (let loads = 0; loads < 5; loads += 1) expect((await load()).status).toBe(200);
  const run = web.build.routes['routes/dashboard.jobs.preview']?.module.loader as Run;
  const who = { ip: '192.0.2.30', cookie };
  for (let left = limits.page.points - 5; left > 0; left -= 1)
    expect((await outcomeOf({ run, args: asked({ who, part: 'loader' }) })).status).not.toBe(429);
  const refused = await load();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit-policy')).toBe(`"page";q=${limits.page.points};w=60`);
  const text = await refused.text();
  expect(text).toContain('Rate Limit Exceeded');
  expect(text).toContain(`${limits.page.points} page loads a minute are allowed`);
});

test('a form sent by JavaScript and refused keeps its page: a toast, and when to retry', async () => {
  const { cookie } = await aVisitor();
  const who = { ip: '192.0.2.40', cookie };
  await useUp({ who, part: 'action', points: limits.form.points });
  const headers = { cookie, origin, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
  for (const path of [
    '/dashboard/settings?form=profile',
    '/dashboard/jobs/1/run',
    '/dashboard/jobs/create',
  ]) {
    const [page = '', query = ''] = path.split('?');
    const response = await web.ask(`${page}.data${query && `?${query}`}`, {
      ...{ method: 'POST', headers, body: new URLSearchParams({ firstName: 'Ada' }) },
    });
    expect(response.status, path).toBe(429);
    expect(Number(response.headers.get('retry-after')), path).toBeGreaterThan(0);
    expect(await response.text(), path).toContain('form submissions a minute are allowed');
  }
});
