import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCatalogue } from '#domain/errors.ts';
import { db } from '#server/database/db.server.ts';
import { aClient, askApi, type ParsedResponse } from '#tests/integration/api/api.ts';
import { apiCalls, apiTemplates } from '#tests/integration/api/calls.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Calls a key never reaches. */
const ofAccount = (call: string) => / \/(?:admin|auth|subscriptions)\//.test(call);
const open = new Set(['POST /auth/token', 'GET /openapi.json']);

/** The path of every call of the build, with 1 for its parameters. */
const apiPaths = () => apiTemplates(web).map((template) => template.replace(/:\w+/g, '1'));

/** Every endpoint, with 1 for its parameters. */
async function calls(): Promise<{ call: string; path: string; method: string }[]> {
  return (await apiCalls(web)).map(({ method, template }) => {
    const path = template.replace(/:\w+/g, '1');
    return { call: `${method} ${path}`, path, method };
  });
}

function expectError(response: ParsedResponse<unknown>, status: number, type: string, what: string): void {
  expect([response.status, response.body.success, response.body.error?.type], what).toEqual([
    status,
    false,
    type,
  ]);
  expect(response.headers.get('x-request-id'), what).toMatch(/^[\da-f-]{36}$/);
  expect(response.headers.get('content-type'), what).toMatch(/^application\/json/);
  expect(response.headers.getSetCookie(), what).toEqual([]);
}

test('a method that a path does not support is a 405 with Allow in the envelope, OPTIONS too', async () => {
  const paths = apiPaths();
  expect(paths.length).toBeGreaterThan(14);
  for (const path of paths) {
    const allow = (await askApi(web, `OPTIONS ${path}`)).headers.get('allow') ?? '';
    expect(allow, path).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
    for (const method of methods) {
      if (allow.split(', ').includes(method)) continue;
      const response = await askApi(web, `${method} ${path}`);
      expectError(response, 405, 'method_not_allowed', `${method} ${path}`);
      expect(response.headers.get('allow')).toBe(allow);
    }
  }
});

test('S10: without a valid credential every call is a 401, even with a cookie', async () => {
  const { cookie } = await aVisitor();
  for (const { call } of await calls()) {
    if (open.has(call)) continue;
    const refused = [
      {},
      { cookie },
      { authorization: 'Bearer pnc_live_nonsense' },
      { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
      { authorization: 'Basic dXNlcjpwYXNz' },
    ];
    for (const headers of refused) {
      const response = await askApi<never>(web, call, { headers: headers });
      expectError(response, 401, 'authentication_error', `${call} ${JSON.stringify(headers)}`);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  }
});

test('S10: a key of a free or suspended account, or a read-only one, is refused with the reason', async () => {
  const free = await aClient({ web, user: { tier: 'free' } });
  const suspended = await aClient({ web, user: { suspendedAt: new Date() } });
  const suspendedByToken = await aClient({ web, kind: 'token', user: { suspendedAt: new Date() } });
  const reader = await aClient({ web, scope: 'read' });
  for (const { call, method } of await calls()) {
    if (open.has(call)) continue;
    for (const client of [suspended, suspendedByToken]) {
      expectError(await client.ask(call), 403, 'authorization_error', call);
    }
    const byFree = await free.ask(call);
    expectError(byFree, 403, 'authorization_error', call);
    if (!ofAccount(call)) expect(byFree.body.error?.message).toContain('Upgrade at /dashboard/settings');
    const isRead = method === 'GET' || call === 'POST /previews/cron';
    if (!isRead) expectError(await reader.ask(call), 403, 'authorization_error', call);
  }
  expect(await db().securityEvent.count({ where: { code: 'access_denied' } })).toBeGreaterThan(0);
});

test('a key works again after an upgrade', async () => {
  const client = await aClient({ web, user: { tier: 'free' } });
  expect((await client.ask('GET /jobs')).status).toBe(403);
  await db().user.update({ where: { id: client.user.id }, data: { tier: 'premium' } });
  expect((await client.ask('GET /jobs')).status).toBe(200);
});

test("D46: a key reaches none of the account's calls", async () => {
  const client = await aClient({ web });
  for (const { call } of await calls()) {
    if (ofAccount(call) && !open.has(call)) {
      expectError(await client.ask(call), 403, 'authorization_error', call);
    }
  }
});

test("S10: another account's job is byte for byte like a missing one, in every call", async () => {
  const other = await aUser();
  const job = await aSavedJob({ owner: other });
  const at = new Date();
  const { id: executionId } = await db().execution.create({
    data: { jobId: job.id, trigger: 'schedule', scheduledFor: at, dueAt: at, jobVersion: 1 },
  });
  for (const kind of ['key', 'token'] as const) {
    const client = await aClient({ web, kind });
    for (const { call, method } of await calls()) {
      if (!call.includes('/jobs/1')) continue;
      const body = call.endsWith('/status') ? { status: 'paused' } : {};
      const ask = method === 'GET' || method === 'DELETE' ? {} : { body };
      const [foreign, absent, nonsense] = await Promise.all(
        [`${job.id}`, '987654321', 'x1'].map((id) =>
          client.ask(
            call.replace('/jobs/1', `/jobs/${id}`).replace('/executions/1', `/executions/${executionId}`),
            ask,
          ),
        ),
      );
      expectError(foreign as ParsedResponse<unknown>, 404, 'not_found', call);
      expect(foreign?.text, call).toBe(absent?.text);
      expect(foreign?.text, call).toBe(nonsense?.text);
    }
  }
  expect(await db().job.findUniqueOrThrow({ where: { id: job.id } })).toMatchObject({
    status: 'active',
    deletedAt: null,
  });
});

test('an unknown path is a 404 in the envelope, with or without a credential, and so is the data of a call', async () => {
  const client = await aClient({ web });
  for (const path of ['/nothing', '/jobs/1/nothing', '/jobs.data', '/jobs/1/executions/2/nothing']) {
    for (const method of methods) {
      expectError(await askApi(web, `${method} ${path}`), 404, 'not_found', `${method} ${path}`);
      expectError(await client.ask(`${method} ${path}`), 404, 'not_found', `${method} ${path}`);
    }
  }
});

test('a HEAD gets the response of a GET without the body; a long response is compressed on request', async () => {
  const client = await aClient({ web });
  for (let count = 0; count < 3; count += 1) await aSavedJob({ owner: client.user });
  const headers = { authorization: `Bearer ${client.credential}`, 'accept-encoding': 'gzip' };
  const [read, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => web.ask('/api/v1/jobs?per_page=100', { method, headers })),
  );
  const reported = (response: Response | undefined) =>
    ['etag', 'content-type', 'cache-control', 'vary', 'link', 'ratelimit-policy'].map((name) =>
      response?.headers.get(name),
    );
  expect([head?.status, await head?.text(), reported(head)]).toEqual([200, '', reported(read)]);
  expect(read?.headers.get('content-encoding')).toBe('gzip');
  expect(((await read?.json()) as { data: unknown[] }).data).toHaveLength(3);
});

test('an error is problem+json on request', async () => {
  const headers = { accept: 'application/problem+json, application/json;q=0.5' };
  const response = await web.ask('/api/v1/jobs', { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    401,
    'application/problem+json; charset=utf-8',
  ]);
  expect(await response.json()).toEqual({
    type: `${origin}/docs/errors#authentication_error`,
    title: 'Authentication Error',
    status: 401,
    detail: 'Please log in again to continue.',
    instance: `urn:uuid:${response.headers.get('x-request-id') ?? ''}`,
    details: {},
  });
});

test('the type of every error links to its description on a public page', async () => {
  const page = await web.ask('/docs/errors');
  const html = await page.text();
  expect(page.status).toBe(200);
  for (const type of Object.keys(errorCatalogue)) expect(html, type).toContain(`id="${type}"`);
});

test('a job of this service that calls the API is refused and logged as a security event', async () => {
  const client = await aClient({ web });
  const response = await client.ask('GET /jobs', { headers: { via: '1.1 proxy, 1.1 punctual' } });
  expectError(response, 403, 'authorization_error', 'via');
  await expect.poll(() => db().securityEvent.count({ where: { code: 'self_call' } })).toBe(1);
});

test('a bad key is logged as a security event with its user agent', async () => {
  const headers = { authorization: `Bearer pnc_live_${'0'.repeat(36)}`, 'user-agent': 'guesser/1' };
  expectError(await askApi(web, 'GET /jobs', { headers }), 401, 'authentication_error', 'bad key');
  await expect
    .poll(() => db().securityEvent.findFirst({ where: { userAgent: 'guesser/1' } }))
    .toMatchObject({ type: 'AUTH_FAILURE', code: 'key_bad', path: '/api/v1/jobs' });
});

test('the last use of a key is recorded to the minute', async () => {
  const client = await aClient({ web });
  await client.ask('GET /jobs');
  const [key] = await db().apiKey.findMany({ where: { userId: client.user.id } });
  expect(Date.now() - (key?.lastUsedAt?.getTime() ?? 0)).toBeLessThan(30_000);
  await client.ask('GET /jobs');
  expect((await db().apiKey.findMany({ where: { userId: client.user.id } }))[0]?.lastUsedAt).toEqual(
    key?.lastUsedAt,
  );
});
