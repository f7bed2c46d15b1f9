import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aBody, aClient, type ApiClient } from '#tests/integration/api/api.ts';
import { lockOwnerRow } from '#tests/integration/lock-owner-row.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

interface JobBody {
  id: number;
  name: string;
  version: number;
  status: string;
  [field: string]: unknown;
}

async function made(client: ApiClient, given: Record<string, unknown> = {}): Promise<JobBody> {
  const response = await client.ask<JobBody>('POST /jobs', { body: aBody(given) });
  expect([response.status, response.text]).toEqual([201, response.text]);
  return response.body.data;
}

test('a key creates a job by name, cron and webhook_url; the documented fields come first', async () => {
  const client = await aClient({ web });
  const response = await client.ask<JobBody>('POST /jobs', { body: aBody() });
  const { data } = response.body;
  expect([response.status, response.body.success, response.body.error]).toEqual([201, true, null]);
  expect(response.headers.get('location')).toBe(`/api/v1/jobs/${data.id}`);
  expect(Object.keys(data).slice(0, 6)).toEqual(['id', 'name', 'cron', 'status', 'webhook_url', 'timeout']);
  expect(data).toMatchObject({
    name: 'Ping',
    cron: '0 * * * *',
    status: 'active',
    webhook_url: 'https://shop.example.com/ping',
    timeout: 30,
    retry_count: 3,
    timezone: 'UTC',
    http_method: 'GET',
    headers: null,
    last_run: null,
    failed_executions_count: 0,
    successful_executions_count: 0,
    version: 1,
  });
  expect(Date.parse(String(data.next_run))).toBeGreaterThan(Date.now());
});

test('a token reads the field names of section 7, headers as JSON text (D18, D44)', async () => {
  const client = await aClient({ web, kind: 'token' });
  const { data } = (
    await client.ask<JobBody>('POST /jobs', {
      body: {
        name: 'Ping',
        cron_expression: '@daily',
        type: 'webhook',
        webhook_url: 'https://shop.example.com/ping',
        http_method: 'POST',
        headers: '{"x-shop":"7"}',
        payload: '{"a":1}',
      },
    })
  ).body;
  expect(Object.keys(data).slice(0, 6)).toEqual([
    'id',
    'name',
    'description',
    'status',
    'type',
    'cron_expression',
  ]);
  expect(data).toMatchObject({ cron_expression: '0 0 * * *', headers: '{"x-shop":"7"}', payload: '{"a":1}' });
  expect(data).not.toHaveProperty('cron');
});

test.each(['key', 'token'] as const)('a %s may write either spelling', async (kind) => {
  const client = await aClient({ web, kind });
  const response = await client.ask<JobBody>('POST /jobs', {
    body: {
      name: 'Camel',
      cronExpression: '5 * * * *',
      webhookURL: 'https://shop.example.com/a',
      httpMethod: 'POST',
      retryCount: 1,
      successCriterion: 'body_match',
      successRegex: 'ok',
      externalId: `camel-${kind}`,
      headers: { 'x-a': '1' },
    },
  });
  expect(response.status, response.text).toBe(201);
  expect(response.body.data).toMatchObject({
    webhook_url: 'https://shop.example.com/a',
    http_method: 'POST',
    retry_count: 1,
    success_regex: 'ok',
    external_id: `camel-${kind}`,
  });
});

test('every error is named, unknown fields too, and nothing is saved', async () => {
  const client = await aClient({ web });
  const response = await client.ask('POST /jobs', {
    body: {
      cron: '61 * * * *',
      timeout: 0,
      colour: 'red',
      fooBar: 1,
      webhook_url: 'https://shop.example.com',
    },
  });
  expect([response.status, response.body.error?.type]).toEqual([400, 'validation_error']);
  expect(Object.keys(response.body.error?.details ?? {}).sort()).toEqual([
    'colour',
    'cron',
    'fooBar',
    'timeout',
  ]);
  const empty = await client.ask('POST /jobs', { body: {} });
  expect(Object.keys(empty.body.error?.details ?? {}).sort()).toEqual(['cron', 'name', 'webhook_url']);
  const proto = await client.ask('POST /jobs', { body: '{"__proto__": {"a": 1}, "name": "x"}' });
  expect([proto.status, Object.keys(proto.body.error?.details ?? {})]).toEqual([400, ['__proto__']]);
  for (const name of ['name', 'description', 'external_id', 'success_regex']) {
    const response = await client.ask('POST /jobs', { body: aBody({ [name]: 'w\0' }) });
    expect([response.status, Object.keys(response.body.error?.details ?? {})], name).toEqual([
      400,
      expect.arrayContaining([name]) as string[],
    ]);
  }
  const internal = await client.ask('POST /jobs', {
    body: aBody({ webhook_url: 'http://169.254.169.254/' }),
  });
  expect([internal.status, internal.body.error?.details]).toEqual([
    400,
    { webhook_url: expect.any(String) as string },
  ]);
  expect(await db().job.count({ where: { ownerId: client.user.id } })).toBe(0);
});

test('PUT and PATCH change the given fields and leave the rest; a response can be sent back unchanged', async () => {
  const client = await aClient({ web });
  const { id } = await made(client, { headers: { authorization: 'Bearer secret', 'x-a': '1' }, timeout: 60 });
  const renamed = await client.ask<JobBody>(`PUT /jobs/${id}`, { body: { name: 'Renamed' } });
  expect(renamed.body.data).toMatchObject({ name: 'Renamed', timeout: 60, version: 2, cron: '0 * * * *' });
  expect(renamed.body.data.headers).toEqual({ authorization: '********', 'x-a': '1' });
  const same = await client.ask<JobBody>(`PUT /jobs/${id}`, { body: renamed.body.data });
  expect([same.status, same.body.data.version]).toEqual([200, 2]);
  const patched = await client.ask<JobBody>(`PATCH /jobs/${id}`, { body: { timeout: 5 } });
  expect(patched.body.data).toMatchObject({ name: 'Renamed', timeout: 5, version: 3 });
  const shown = await client.ask<JobBody>(`GET /jobs/${id}?reveal=headers`);
  expect(shown.body.data.headers).toEqual({ authorization: 'Bearer secret', 'x-a': '1' });
  const bad = await client.ask(`PUT /jobs/${id}`, { body: { timeout: 301, cron: null, nope: 1 } });
  expect(Object.keys(bad.body.error?.details ?? {}).sort()).toEqual(['nope', 'timeout']);
});

test('two concurrent changes lose no field', async () => {
  const client = await aClient({ web });
  const { id } = await made(client);
  for (let round = 0; round < 5; round += 1) {
    const gate = await lockOwnerRow({ ownerId: client.user.id });
    const changes = [
      client.ask(`PUT /jobs/${id}`, { body: { name: `Round ${round}` } }),
      client.ask(`PUT /jobs/${id}`, { body: { timeout: 10 + round } }),
      client.ask(`PATCH /jobs/${id}`, { body: { description: `Text ${round}` } }),
    ];
    await gate.openOnceWaiting(2);
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await client.ask(`GET /jobs/${id}`)).body.data).toMatchObject({
      name: `Round ${round}`,
      timeout: 10 + round,
      description: `Text ${round}`,
    });
  }
});

test("a change is validated against the result of the one before it, and its masks stand for that one's headers", async () => {
  const client = await aClient({ web });
  const { id } = await made(client, { headers: { authorization: 'Bearer old' }, http_method: 'POST' });
  const inTurn = async (bodies: [unknown, unknown]) => {
    const gate = await lockOwnerRow({ ownerId: client.user.id });
    const earlier = client.ask(`PUT /jobs/${id}`, { body: bodies[0] });
    await gate.onceWaiting(1);
    const later = client.ask(`PUT /jobs/${id}`, { body: bodies[1] });
    await gate.openOnceWaiting(2);
    return (await Promise.all([earlier, later])).map(({ status }) => status);
  };

  const masked = { headers: { authorization: '********', 'x-a': '1' } };
  expect(await inTurn([{ headers: { authorization: 'Bearer new' } }, masked])).toEqual([200, 200]);
  const shown = await client.ask<JobBody>(`GET /jobs/${id}?reveal=headers`);
  expect(shown.body.data.headers).toEqual({ authorization: 'Bearer new', 'x-a': '1' });

  expect(await inTurn([{ http_method: 'HEAD' }, { payload: 'text' }])).toEqual([200, 400]);
  const { body } = await client.ask<JobBody>(`GET /jobs/${id}`);
  expect([body.data.http_method, body.data.payload]).toEqual(['HEAD', null]);
});

test('thirty concurrent creates at nine of ten jobs end with exactly ten', async () => {
  const client = await aClient({ web, kind: 'token', user: { tier: 'free' } });
  for (let count = 0; count < 9; count += 1) await aSavedJob({ owner: client.user });
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      client.ask('POST /jobs', { body: aBody({ name: `Job ${index}` }) }),
    ),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = responses.filter(({ status }) => status === 403);
  expect(refused).toHaveLength(29);
  expect(refused[0]?.body.error).toMatchObject({
    type: 'authorization_error',
    details: { limit: 10, used: 10 },
  });
  expect(await db().job.count({ where: { ownerId: client.user.id, deletedAt: null } })).toBe(10);
});

test('If-Match accepts only the ETag of the version that was read', async () => {
  const client = await aClient({ web });
  const { id } = await made(client);
  const read = await client.ask(`GET /jobs/${id}`);
  const etag = read.headers.get('etag') ?? '';
  const headers = { 'if-match': etag };
  expect((await client.ask(`PUT /jobs/${id}`, { headers, body: { name: 'First' } })).status).toBe(200);
  for (const call of [`PUT /jobs/${id}`, `PATCH /jobs/${id}/status`]) {
    const late = await client.ask(call, { headers, body: { status: 'paused' } });
    expect([late.status, late.body.error?.type]).toEqual([412, 'precondition_failed']);
  }
  expect((await client.ask(`DELETE /jobs/${id}`, { headers })).status).toBe(412);
  expect((await client.ask(`DELETE /jobs/${id}`, { headers: { 'if-match': `W/${etag}` } })).status).toBe(412);
  expect((await client.ask(`DELETE /jobs/${id}`, { headers: { 'if-match': '"2", "9"' } })).status).toBe(204);
});

test('a client that has the current response gets a 304, until it changes', async () => {
  const client = await aClient({ web });
  const { id } = await made(client);
  for (const path of [`/jobs/${id}`, '/jobs', `/jobs/${id}/executions`]) {
    const { headers } = await client.ask(`GET ${path}`);
    const etag = headers.get('etag') ?? '';
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const again = await client.ask(`GET ${path}`, { headers: { 'if-none-match': `"x", W/${etag}` } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  }
  const { headers } = await client.ask(`GET /jobs/${id}`);
  await client.ask(`PUT /jobs/${id}`, { body: { name: 'Other' } });
  const etag = headers.get('etag') ?? '';
  expect((await client.ask(`GET /jobs/${id}`, { headers: { 'if-none-match': etag } })).status).toBe(200);
});

test('a known external_id changes its job; concurrent requests create one', async () => {
  const client = await aClient({ web });
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      client.ask<JobBody>('POST /jobs', { body: aBody({ external_id: 'nightly', timeout: 10 + index }) }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
  expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
  const changed = await client.ask<JobBody>('POST /jobs', {
    body: { externalId: 'nightly', name: 'Nightly' },
  });
  expect([changed.status, changed.body.data.name, changed.body.data.cron]).toEqual([
    200,
    'Nightly',
    '0 * * * *',
  ]);
  const second = await made(client, { name: 'Second' });
  const taken = await client.ask(`PUT /jobs/${second.id}`, { body: { external_id: 'nightly' } });
  expect([taken.status, Object.keys(taken.body.error?.details ?? {})]).toEqual([400, ['external_id']]);
});

test('a POST under an Idempotency-Key takes effect once and repeats its response; another body under it is a conflict', async () => {
  const client = await aClient({ web });
  const headers = { 'idempotency-key': 'order-7' };
  const asked = Array.from({ length: 6 }, () =>
    client.ask<JobBody>('POST /jobs', { headers, body: aBody() }),
  );
  const first = (await Promise.all(asked)).filter(({ status }) => status === 201);
  expect(first.length).toBeGreaterThan(0);
  const again = await client.ask<JobBody>('POST /jobs', { headers, body: aBody() });
  expect([again.status, again.text]).toEqual([201, first[0]?.text]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('location')).toBe(`/api/v1/jobs/${again.body.data.id}`);
  expect(await db().job.count({ where: { ownerId: client.user.id } })).toBe(1);
  const other = await client.ask('POST /jobs', { headers, body: aBody({ name: 'Other' }) });
  expect([other.status, other.body.error?.type]).toEqual([409, 'conflict']);
  const stranger = await aClient({ web });
  expect((await stranger.ask('POST /jobs', { headers, body: aBody() })).status).toBe(201);
  const [row] = await db().idempotencyKey.findMany({ where: { userId: client.user.id } });
  expect(row).toMatchObject({ status: 201, effect: JSON.stringify({ jobId: again.body.data.id }) });
});

test('D18: the response a token got under an Idempotency-Key is not repeated to an API key, which reads another spelling', async () => {
  const byToken = await aClient({ web, kind: 'token' });
  const byKey = await aClient({ web, owner: byToken.user });
  const asked = { headers: { 'idempotency-key': 'order-8' }, body: aBody() };
  expect((await byToken.ask('POST /jobs', asked)).body.data).toHaveProperty('cron_expression');
  const repeated = await byKey.ask('POST /jobs', asked);
  expect([repeated.status, repeated.body.error?.type]).toEqual([409, 'conflict']);
  expect((await byToken.ask('POST /jobs', asked)).headers.get('idempotency-replayed')).toBe('true');
});

test('a refused POST can be sent again under its key', async () => {
  const client = await aClient({ web });
  const headers = { 'idempotency-key': 'again' };
  expect((await client.ask('POST /jobs', { headers, body: { name: 'x' } })).status).toBe(400);
  expect((await client.ask('POST /jobs', { headers, body: aBody() })).status).toBe(201);
  const long = { 'idempotency-key': 'x'.repeat(256) };
  expect((await client.ask('POST /jobs', { headers: long, body: aBody() })).status).toBe(400);
});

test('a POST whose job is deleted before its response does not create a second one under its key', async () => {
  const client = await aClient({ web });
  const headers = { 'idempotency-key': 'gone' };
  await db().$executeRawUnsafe(`
    create function gone_at_once() returns trigger language plpgsql as
    $$ begin new."deletedAt" := clock_timestamp(); return new; end $$`);
  await db().$executeRawUnsafe(`
    create trigger gone_at_once before insert on "Job" for each row
    when (new."ownerId" = ${client.user.id}) execute function gone_at_once()`);
  const gone = await client.ask('POST /jobs', { headers, body: aBody() });
  expect([gone.status, gone.body.error?.message]).toEqual([409, expect.stringContaining('saved the job')]);
  await db().$executeRawUnsafe('drop trigger gone_at_once on "Job"');
  const again = await client.ask('POST /jobs', { headers, body: aBody() });
  expect([again.status, again.body.error?.type]).toEqual([409, 'conflict']);
  expect(await db().job.count({ where: { ownerId: client.user.id } })).toBe(1);
});

test('deleting returns 204 to a key and true to a token; then the job is gone (D45)', async () => {
  const byKey = await aClient({ web });
  const byToken = await aClient({ web, kind: 'token', owner: byKey.user });
  const [first, second] = [await made(byKey), await made(byKey)];
  const deleted = await byKey.ask(`DELETE /jobs/${first.id}`);
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  const responded = await byToken.ask(`DELETE /jobs/${second.id}`);
  expect([responded.status, responded.body]).toEqual([200, { success: true, data: true, error: null }]);
  expect((await byKey.ask(`DELETE /jobs/${first.id}`)).status).toBe(404);
});

test('the status can be set for one job or many; what exceeds the plan is refused or left out', async () => {
  const client = await aClient({ web, kind: 'token', user: { tier: 'free' } });
  const { user: owner } = client;
  const active = await Promise.all(Array.from({ length: 9 }, () => aSavedJob({ owner })));
  const drafts = await Promise.all(Array.from({ length: 3 }, () => aSavedJob({ owner, status: 'inactive' })));
  const ids = (jobs: { id: number }[]) => jobs.map(({ id }) => id);
  const bulk = await client.ask('POST /jobs/bulk/status', {
    body: { job_ids: ids(drafts), status: 'active' },
  });
  expect([bulk.status, bulk.body.data]).toEqual([200, { updated: 1 }]);
  const over = await client.ask(`PATCH /jobs/${drafts[2]?.id ?? 0}/status`, { body: { status: 'active' } });
  expect([over.status, over.body.error?.details]).toEqual([403, { limit: 10, used: 10 }]);
  const paused = await client.ask(`PATCH /jobs/${active[0]?.id ?? 0}/status`, { body: { status: 'paused' } });
  expect([paused.status, paused.body.data.status, paused.body.data.next_run]).toEqual([200, 'paused', null]);
  const gone = await client.ask('POST /jobs/bulk/delete', { body: { jobIds: [...ids(active), 987654321] } });
  expect([gone.status, gone.body.data]).toEqual([200, { deleted: 9 }]);
  for (const body of [{}, { job_ids: [] }, { job_ids: ['1'] }, { job_ids: [1], status: 'on' }]) {
    expect((await client.ask('POST /jobs/bulk/status', { body })).status, JSON.stringify(body)).toBe(400);
  }
});

test('a list omits payloads over 4 KiB and says so; a row can be sent back', async () => {
  const client = await aClient({ web });
  const payload = JSON.stringify({ text: 'x'.repeat(5_000) });
  const { id } = await made(client, { name: 'Long', http_method: 'POST', payload });
  await made(client, { name: 'Short', http_method: 'POST', payload: '{"n": 1.0}' });
  const { body } = await client.ask<JobBody[]>('GET /jobs?sort=name');
  const [long, short] = body.data;
  expect(long).toMatchObject({ payload_omitted: true });
  expect(long).not.toHaveProperty('payload');
  expect(short).toMatchObject({ payload_omitted: false, payload: '{"n": 1.0}' });
  const sent = await client.ask<JobBody>(`PUT /jobs/${id}`, { body: { ...long, name: 'Longer' } });
  expect(sent.body.data).toMatchObject({ name: 'Longer', payload, payload_omitted: false });
});

test('search looks in name, host and tags', async () => {
  const client = await aClient({ web });
  await made(client, { name: 'By name' });
  await made(client, { name: 'B', webhook_url: 'https://needle.example.com/' });
  await made(client, { name: 'C', tags: ['a', 'needles'] });
  await made(client, { name: 'Needle_', description: 'needle' });
  const found = async (search: string) =>
    (await client.ask<JobBody[]>(`GET /jobs?search=${search}&sort=name`)).body.data.map(({ name }) => name);
  expect(await found('NEEDLE')).toEqual(['B', 'C', 'Needle_']);
  expect(await found('needle_')).toEqual(['Needle_']);
  expect(await found('by')).toEqual(['By name']);
});

test('paused_until pauses until then; null or status active undoes it', async () => {
  const client = await aClient({ web });
  const { id } = await made(client);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const put = async (body: unknown) => (await client.ask<JobBody>(`PUT /jobs/${id}`, { body })).body.data;
  expect(await put({ paused_until: until })).toMatchObject({ status: 'paused', paused_until: until });
  expect(await put({ paused_until: null })).toMatchObject({ status: 'active', paused_until: null });
  await put({ paused_until: until });
  expect(await put({ paused_until: null, status: 'paused' })).toMatchObject({
    status: 'paused',
    paused_until: null,
  });
  expect(await put({ pausedUntil: until, status: 'paused' })).toMatchObject({ paused_until: until });
  expect(await put({ paused_until: until, status: 'active' })).toMatchObject({
    status: 'active',
    paused_until: null,
  });
  // The last one is in the year 10000 in UTC: such a response could not be sent back.
  for (const bad of ['2020-01-01T00:00:00Z', '0000-01-01T00:00:00Z', 'soon', '9999-12-31T23:59:59-01:00']) {
    const response = await client.ask(`PUT /jobs/${id}`, { body: { paused_until: bad } });
    expect([response.status, Object.keys(response.body.error?.details ?? {})], bad).toEqual([
      400,
      ['paused_until'],
    ]);
  }
  const far = '9999-12-31T23:59:59.000Z';
  expect(await put({ paused_until: far })).toMatchObject({ status: 'paused', paused_until: far });
});

test('skips lists the skipped fires; an instant that is not a future fire is a 400', async () => {
  const client = await aClient({ web });
  const { id } = await made(client);
  const { body } = await client.ask<{ scheduled_for: string; mark: string | null }[]>(
    `GET /jobs/${id}/next?count=3`,
  );
  const [first = '', second = '', third = ''] = body.data.map((fire) => fire.scheduled_for);
  const put = (skips: string[]) => client.ask<JobBody>(`PUT /jobs/${id}`, { body: { skips } });
  expect((await put([first, third])).body.data).toMatchObject({ skips: [first, third], version: 1 });
  const marked = await client.ask<{ mark: string | null }[]>(`GET /jobs/${id}/next?count=3`);
  expect(marked.body.data.map(({ mark }) => mark)).toEqual(['skipped', null, 'skipped']);
  expect((await put([second])).body.data.skips).toEqual([second]);
  for (const wrong of ['2020-01-01T00:00:00Z', new Date(Date.parse(second) + 60_000).toISOString(), 'soon']) {
    const response = await put([wrong]);
    expect([response.status, Object.keys(response.body.error?.details ?? {})], wrong).toEqual([
      400,
      ['skips'],
    ]);
  }
});

test("lists are paged in the caller's format, with links", async () => {
  const byKey = await aClient({ web, user: { tier: 'ultimate' } });
  const byToken = await aClient({ web, kind: 'token', owner: byKey.user });
  const { ask } = byKey;
  expect((await ask('GET /jobs')).body).toEqual({
    ...{ success: true, data: [], error: null },
    pagination: { total: 0, page: 1, per_page: 20 },
  });
  for (let count = 0; count < 23; count += 1) await aSavedJob({ owner: byKey.user, name: `Job ${count}` });
  const first = await ask<JobBody[]>('GET /jobs');
  expect([first.body.data.length, first.body.pagination]).toEqual([20, { total: 23, page: 1, per_page: 20 }]);
  expect(first.headers.get('link')).toBe(
    '</api/v1/jobs>; rel="first", </api/v1/jobs?page=2>; rel="next", </api/v1/jobs?page=2>; rel="last"',
  );
  const tokens = await byToken.ask<JobBody[]>('GET /jobs?page=3');
  expect([tokens.body.data.length, tokens.body.total, tokens.body.page, tokens.body.pageSize]).toEqual([
    3, 23, 3, 10,
  ]);
  const sized = await byToken.ask<JobBody[]>('GET /jobs?pageSize=5&search=job%202&sort=name&order=desc');
  expect(sized.body.data.map(({ name }) => name)).toEqual(['Job 22', 'Job 21', 'Job 20', 'Job 2']);
  for (const bad of [
    'page=0',
    'page=x',
    'per_page=101',
    'per_page=0',
    'pageSize=-1',
    'status=on',
    'sort=x',
    'limit=5',
  ]) {
    const response = await ask(`GET /jobs?${bad}`);
    const [name = ''] = bad.split('=');
    expect([response.status, Object.keys(response.body.error?.details ?? {})], bad).toEqual([400, [name]]);
  }
});

test('a body that is too large, too deep, of another type or not JSON is refused with that reason', async () => {
  const client = await aClient({ web });
  const send = (body: string, headers = {}) => client.ask('POST /jobs', { body, headers });
  const large = await send(JSON.stringify(aBody({ payload: 'x'.repeat(600_000) })));
  expect([large.status, large.body.error?.type]).toEqual([413, 'payload_too_large']);
  const deep = await send(`{"headers":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  expect([deep.status, deep.body.error?.type]).toEqual([400, 'validation_error']);
  const form = await send('name=x', { 'content-type': 'application/x-www-form-urlencoded' });
  expect([form.status, form.body.error?.type]).toEqual([415, 'unsupported_media_type']);
  for (const body of ['{', '[]', 'null', '"x"', '{"name": }']) {
    const response = await send(body);
    expect([response.status, Object.keys(response.body.error?.details ?? {})], body).toEqual([400, ['body']]);
  }
});
