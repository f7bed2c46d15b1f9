import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApiDocument } from '#app/presenters/api-docs/open-api-types.ts';
import { db } from '#server/database/db.server.ts';
import { aBody, aClient, askApi, type ApiClient } from '#tests/integration/api/api.ts';
import { readDocument, templateOf } from '#tests/integration/api/documented.ts';
import { aFact, aNotifyingJob, enqueue } from '#tests/integration/notifications/kit.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { routeTemplates } from '#tests/integration/web/route-templates.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;
let document: OpenApiDocument;

beforeAll(async () => {
  web = await startWeb();
  document = await readDocument(web);
}, 180_000);

afterAll(() => web.stop());

/** The path of every API route of the build, with parameters as in OpenAPI. */
function builtPaths(): string[] {
  return [...routeTemplates(web.build).values()]
    .map((template) => template.replace(/:(\w+)/g, '{$1}'))
    .filter((path) => path.startsWith('/api/v1/'))
    .map((path) => path.slice('/api/v1'.length));
}

test('the document is public, has no envelope, and can be cached', async () => {
  const response = await web.ask('/api/v1/openapi.json');
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  const etag = response.headers.get('etag') ?? '';
  const again = await web.ask('/api/v1/openapi.json', { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('it has every route with its methods, and no other', async () => {
  expect(Object.keys(document.paths).sort()).toEqual(builtPaths().sort());
  for (const [path, operations] of Object.entries(document.paths)) {
    const { headers } = await askApi(web, `OPTIONS ${path.replace(/\{\w+\}/g, '1')}`);
    const allowed = (headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
    expect(
      Object.keys(operations)
        .map((method) => method.toUpperCase())
        .sort(),
      path,
    ).toEqual(allowed);
  }
});

/** Responses over the life of every resource; askApi checks each against the document. */
test('every response of the server, success or error, is documented', async () => {
  const seen = new Set<string>();
  const watched =
    (client: ApiClient): ApiClient['ask'] =>
    async (call, ask) => {
      const response = await client.ask(call, ask);
      const [method = '', path = ''] = call.split(' ');
      const { status, headers } = response;
      seen.add(`${method} ${templateOf({ document, path }) ?? ''} ${status}`);
      if (method === 'GET' && status === 200) {
        const known = { 'if-none-match': headers.get('etag') ?? '' };
        const again = await client.ask(call, { headers: known });
        seen.add(`${method} ${templateOf({ document, path }) ?? ''} ${again.status}`);
      }
      return response as never;
    };
  for (const kind of ['key', 'token'] as const) {
    const client = await aClient({ web, kind, user: { tier: 'ultimate', role: 'admin' } });
    const ask = watched(client);
    await liveWithJobs({ ask, client });
    await liveWithEvents(ask);
    await liveWithChannels({ ask, client });
    await liveWithIncidents({ ask, client });
    if (kind === 'token') await liveWithAccount(ask);
    const nobody = watched({ ...client, ask: (call, given) => askApi(web, call, given) });
    for (const call of allCalls()) {
      await nobody(call);
      await ask(call, call.startsWith('GET') ? {} : { body: '{', headers: { 'content-type': 'text/plain' } });
      const isStatus = call.endsWith('987654321/status');
      const headers = { accept: 'application/problem+json' };
      await ask(call, { headers, ...(isStatus && { body: { status: 'paused' } }) });
      await ask(`${call}?colour=red`, call.startsWith('GET') ? {} : { body: { colour: 'red' } });
    }
  }
  const missing = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.keys(responses)
        .filter((status) => !rare.has(status))
        .map((status) => `${method.toUpperCase()} ${path} ${status}`)
        .filter((call) => !seen.has(call) && call !== moving),
    ),
  );
  expect(missing.sort()).toEqual(elsewhere);
});

/** Responses during outages, at limits and to large bodies, covered by separate tests. */
const rare = new Set(['403', '409', '413', '429', '500', '502', '503']);
/** Its figures may change between two reads. */
const moving = 'GET /admin/stats 304';
/** By a provider in token.test.ts and payments/calls.test.ts; what waits for its next attempt is made in the tests of the engine. */
const elsewhere = [
  'POST /auth/token 200',
  'POST /auth/token 401',
  'POST /jobs/{id}/executions/{eid}/retry 202',
  'POST /jobs/{id}/executions/{eid}/stop 202',
  'POST /subscriptions/cancel 200',
  'POST /subscriptions/checkout 200',
];

function allCalls(): string[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '987654321')}`,
    ),
  );
}

async function liveWithJobs({ ask, client: { user } }: { ask: ApiClient['ask']; client: ApiClient }) {
  const job = await ask<{ id: number }>('POST /jobs', { body: aBody({ external_id: `x${user.id}` }) });
  await ask('POST /jobs', { body: aBody({ external_id: `x${user.id}`, name: 'Again' }) });
  const path = `/jobs/${job.body.data.id}`;
  const read = await ask(`GET ${path}`);
  await ask('GET /jobs?per_page=1');
  await ask(`PUT ${path}`, { body: read.body.data });
  await ask(`PATCH ${path}`, {
    body: { webhookURL: 'https://shop.example.com/other', httpMethod: 'POST', tags: ['a'] },
  });
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    await ask(`${method} ${path}`, { body: {}, headers: { 'if-match': '"99"' } });
  await ask(`PATCH ${path}/status`, { body: { status: 'paused' }, headers: { 'if-match': '"99"' } });
  await ask(`PATCH ${path}/status`, { body: { status: 'active' } });
  await ask(`GET ${path}/next?count=3`);
  const again = { 'idempotency-key': `k${user.id}` };
  const run = await ask<{ execution_id: number }>(`POST ${path}/trigger`, { headers: again });
  expect((await ask(`POST ${path}/trigger`, { headers: again })).headers.get('idempotency-replayed')).toBe(
    'true',
  );
  await ask(`GET ${path}/executions`);
  const execution = `${path}/executions/${run.body.data.execution_id}`;
  await ask(`GET ${execution}`);
  for (const act of ['replay', 'retry', 'stop']) await ask(`POST ${execution}/${act}`);
  const tested = await ask<{ execution_id: string }>('POST /jobs/test', {
    body: { webhook_url: aBody().webhook_url },
  });
  await ask(`GET /jobs/test/${tested.body.data.execution_id}`);
  await ask('POST /previews/cron', { body: { cron: '30 2 * * *', timezone: 'Europe/Paris' } });
  const other = await aSavedJob({ owner: user });
  await ask('POST /jobs/bulk/status', { body: { job_ids: [other.id], status: 'paused' } });
  await ask('POST /jobs/bulk/delete', { body: { job_ids: [other.id] } });
  await ask(`DELETE ${path}`);
}

async function liveWithEvents(ask: ApiClient['ask']) {
  const made = await ask<{ id: number }>('POST /event-subscriptions', {
    body: { url: 'https://events.example.com/in', types: ['job.created'] },
  });
  const { id } = made.body.data;
  const path = `/event-subscriptions/${id}`;
  await ask(`GET ${path}`);
  await ask(`PATCH ${path}`, { body: { types: ['job.created', 'job.deleted'] } });
  await ask(`POST ${path}/rotate-secret`);
  await ask(`POST ${path}/test`);
  await ask('POST /jobs', { body: aBody({ name: 'Heard' }) });
  await db().eventDelivery.updateMany({
    where: { subscriptionId: id, state: 'pending' },
    data: { state: 'sent', endedAt: new Date() },
  });
  const log = await ask<{ deliveries: { id: number }[] }>(`GET ${path}/deliveries`);
  await ask(`POST ${path}/deliveries/${log.body.data.deliveries[0]?.id}/resend`);
  const from = new Date(Date.now() - 60_000).toISOString();
  await ask(`POST ${path}/replay`, { body: { from } });
  await ask('POST /event-subscriptions/987654321/replay', { body: { from } });
  await ask(`DELETE ${path}`);
}

async function liveWithChannels({ ask, client }: { ask: ApiClient['ask']; client: ApiClient }) {
  const body = { name: `Mail ${client.credential.length}`, kind: 'email', addresses: [client.user.email] };
  const made = await ask<{ id: number }>('POST /channels', { body });
  const path = `/channels/${made.body.data.id}`;
  await ask('GET /channels');
  const read = await ask(`GET ${path}`);
  await ask(`PUT ${path}`, { body: read.body.data });
  await ask(`POST ${path}/test`);
  await ask(`GET ${path}/deliveries`);
  await ask(`DELETE ${path}`);
}

async function liveWithIncidents({ ask, client: { user } }: { ask: ApiClient['ask']; client: ApiClient }) {
  const job = await aNotifyingJob({ owner: user });
  await enqueue(await aFact({ jobId: job.id }));
  const listed = await ask<{ id: number }[]>('GET /incidents');
  const path = `/incidents/${listed.body.data[0]?.id}`;
  await ask(`GET ${path}`);
  const body = { until: new Date(Date.now() + 60_000).toISOString() };
  await ask('POST /incidents/987654321/snooze', { body });
  await ask(`POST ${path}/snooze`, { body });
  for (const call of ['POST acknowledge', 'DELETE acknowledge', 'DELETE snooze'])
    await ask(call.replace(' ', ` ${path}/`));
}

async function liveWithAccount(ask: ApiClient['ask']) {
  await ask('POST /auth/regenerate-api-key');
  await ask('POST /auth/api-key/reveal');
  await ask('GET /auth/user');
  await ask('GET /subscriptions/current');
  await ask('PUT /auth/user', { body: { first_name: 'Ada' } });
  const made = await ask<{ id: number }>('POST /auth/api-keys', { body: { name: 'Robot' } });
  await ask('GET /auth/api-keys');
  await ask(`DELETE /auth/api-keys/${made.body.data.id}`);
  await ask('POST /auth/token', { body: { token: 'x' } });
  expect(await db().apiKey.count()).toBeGreaterThan(0);
}
