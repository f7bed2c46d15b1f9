import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aClient, type ApiClient } from '#tests/integration/api/api.ts';
import { aFailedExecution, aSavedJob } from '#tests/integration/makers.ts';
import { origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

interface Result {
  isError?: boolean;
  content: { text: string }[];
  structuredContent: { data: Record<string, unknown> } & Record<string, unknown>;
}

/** A model's client from the official library, with its tools. */
async function aModel(owner: Pick<ApiClient, 'credential'>) {
  const client = new Client({ name: 'a model', version: '1' });
  const url = new URL('/mcp', origin);
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${owner.credential}` } },
    fetch: (_url, init) => web.ask('/mcp', init),
  });
  await client.connect(transport);
  const use = async (name: string, given: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: given })) as unknown as Result;
  return { client, use };
}

const textOf = (result: Result) => result.content[0]?.text ?? '';

test('tools preview, create, find, change, pause, resume, run and show a job', async () => {
  const owner = await aClient({ web });
  const { use } = await aModel(owner);
  const preview = await use('preview_cron', { cron: '0 9 * * MON-FRI', timezone: 'Europe/Paris', count: 3 });
  expect(preview.structuredContent.data).toMatchObject({ description: 'Every weekday at 09:00' });
  const made = await use('create_job', {
    ...{ name: 'Morning report', cron: '0 9 * * MON-FRI', timezone: 'Europe/Paris' },
    ...{ webhook_url: 'https://shop.example.com/report', timeout: 20, headers: { 'x-team': 'sales' } },
  });
  expect(made.isError).toBeUndefined();
  const { id } = made.structuredContent.data as { id: number };
  const found = await use('list_jobs', { search: 'MORNING', status: 'active', per_page: 5 });
  expect(found.structuredContent).toMatchObject({ data: [{ id }], pagination: { total: 1, per_page: 5 } });
  await use('update_job', { job_id: id, timeout: 45 });
  const read = await use('get_job', { job_id: id });
  expect(read.structuredContent.data).toMatchObject({
    timeout: 45,
    headers: { 'x-team': 'sales' },
    version: 2,
  });
  expect(JSON.parse(textOf(read))).toEqual(read.structuredContent);
  expect((await use('pause_job', { job_id: id })).structuredContent.data).toMatchObject({ status: 'paused' });
  const refused = await use('run_job', { job_id: id });
  expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('(conflict)')]);
  expect((await use('resume_job', { job_id: id })).structuredContent.data).toMatchObject({
    status: 'active',
  });
  const run = await use('run_job', { job_id: id });
  const { execution_id: executionId } = run.structuredContent.data as { execution_id: number };
  const runs = await use('list_executions', { job_id: id, status: 'running' });
  expect(runs.structuredContent).toMatchObject({ data: [{ id: executionId, trigger: 'api' }] });
  expect(runs.structuredContent).toMatchObject({ pagination: { per_page: 10, next_cursor: null } });
  const detail = await use('get_execution', { job_id: id, execution_id: executionId });
  expect(detail.structuredContent.data).toMatchObject({ id: executionId, attempts: [], status: 'running' });
  const replay = await use('replay_execution', { job_id: id, execution_id: executionId, as: 'current' });
  expect(replay.structuredContent.data).toMatchObject({ execution_id: expect.any(Number) as number });
  const refusedEdit = await use('replay_execution', {
    job_id: id,
    execution_id: executionId,
    http_method: 'FETCH',
  });
  expect([refusedEdit.isError, textOf(refusedEdit)]).toEqual([true, expect.stringContaining('http_method')]);
  expect(
    await db().securityEvent.count({ where: { actorId: owner.user.id, code: 'job_changed' } }),
  ).toBeGreaterThan(3);
});

test('a JSON response reaches the model as the target wrote it', async () => {
  const owner = await aClient({ web });
  const { use } = await aModel(owner);
  const job = await aSavedJob({ owner: owner.user });
  const body = '{"order": 12345678901234567890, "total": 1.50}';
  const { id } = await aFailedExecution({ jobId: job.id, body, contentType: 'application/json' });
  const detail = await use('get_execution', { job_id: job.id, execution_id: Number(id) });
  expect(textOf(detail)).toContain(body);
  expect(detail.structuredContent.data).toMatchObject({ status: 'failed' });
});

test('tools declare their effects and accept what the API accepts', async () => {
  const owner = await aClient({ web });
  const { client, use } = await aModel(owner);
  const { tools } = await client.listTools();
  const hints = Object.fromEntries(
    tools.map(({ name, annotations: of }) => [
      name,
      [of?.readOnlyHint, of?.destructiveHint, of?.idempotentHint],
    ]),
  );
  const reading = [true, false, true];
  expect(hints).toEqual({
    ...{ list_jobs: reading, get_job: reading, list_executions: reading, get_execution: reading },
    ...{ preview_cron: reading, create_job: [false, false, false], update_job: [false, true, true] },
    ...{ pause_job: [false, false, true], resume_job: [false, false, true], run_job: [false, true, false] },
    ...{
      replay_execution: [false, true, false],
      list_channels: reading,
      test_channel: [false, false, false],
    },
    ...{ list_incidents: reading, acknowledge_incident: [false, false, true] },
  });
  for (const { name, description, inputSchema } of tools) {
    expect(description?.length, name).toBeGreaterThan(80);
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
  }
  const create = tools.find(({ name }) => name === 'create_job')?.inputSchema;
  expect(create?.required?.sort()).toEqual(['cron', 'name', 'webhook_url']);
  expect(create?.properties?.['timeout']).toMatchObject({ minimum: 1, maximum: 300 });
  const job = await aSavedJob({ owner: owner.user });
  const { data } = (await use('get_job', { job_id: job.id })).structuredContent;
  for (const name of Object.keys(create?.properties ?? {})) expect(Object.keys(data), name).toContain(name);
  const lists = {
    list_jobs: {
      search: 'x',
      status: 'all',
      tag: 'a',
      per_page: 3,
      result: 'never',
      sort: 'name',
      order: 'desc',
      page: 1,
    },
    list_executions: { job_id: job.id, status: 'failed', search: 'x', start_date: '2026-01-01', page: 1 },
    list_incidents: { job_id: job.id, status: 'open', search: 'x', page: 1, per_page: 3 },
  };
  for (const [name, given] of Object.entries(lists))
    expect(textOf(await use(name, given)), name).toContain('"data":[]');
});

test('tools list the channels and test one; the result says why nothing arrived', async () => {
  const owner = await aClient({ web });
  const { use } = await aModel(owner);
  const body = { name: 'Mail', kind: 'email', addresses: [owner.user.email] };
  const { id } = (await owner.ask<{ id: number }>('POST /channels', { body })).body.data;
  expect((await use('list_channels')).structuredContent).toMatchObject({ data: [{ id, name: 'Mail' }] });
  const tested = await use('test_channel', { channel_id: id });
  expect(tested.structuredContent.data).toMatchObject({
    ...{ delivered: false, test: true },
    error: 'This installation has no mail server.',
  });
  expect(textOf(await use('test_channel', { channel_id: 2_000_000_000 }))).toContain('(not_found)');
});

test("a channel is listed with its own body, without its URL's secrets", async () => {
  const owner = await aClient({ web, user: { tier: 'ultimate' } });
  const { use } = await aModel(owner);
  const template = { format: 'json', body: '{"text": "{{event.text}}"}' };
  const url = 'https://notes.example.com/hook?token=canary';
  await owner.ask('POST /channels', { body: { name: 'Desk', kind: 'webhook', url, template } });
  const listed = await use('list_channels');
  expect(listed.structuredContent).toMatchObject({ data: [{ name: 'Desk', template }] });
  expect(textOf(listed)).not.toContain('canary');
});

test('a refusal names the field and the remedy', async () => {
  const { use } = await aModel(await aClient({ web }));
  const bad = await use('create_job', {
    ...{ name: 'x', cron: '61 * * * *', webhook_url: 'http://10.0.0.1/', timeout: 0, colour: 'red' },
  });
  expect(bad.isError).toBe(true);
  expect(textOf(bad)).toMatch(/^Validation Error \(validation_error\): /);
  for (const field of ['cron', 'timeout', 'colour'])
    expect(textOf(bad)).toMatch(new RegExp(`^${field}: \\S+`, 'm'));
  expect(textOf(bad)).toContain('Correct the fields named above');
  const unseen = textOf(await use('pause_job', { job_id: 1, until: 'tomorrow' }));
  expect(unseen).toContain('until: It is not known here.');
  const missing = await use('get_job', {});
  expect(textOf(missing)).toContain('(not_found)');
  const other = await aSavedJob();
  for (const given of [{ job_id: other.id }, { job_id: '1/executions' }, { job_id: { a: 1 } }]) {
    const result = await use('update_job', { ...given, name: 'Mine now' });
    expect([result.isError, textOf(result)]).toEqual([true, textOf(missing)]);
  }
  expect((await db().job.findUniqueOrThrow({ where: { id: other.id } })).name).toBe(other.name);
  expect(textOf(await use('delete_everything'))).toContain('There is no tool named delete_everything.');
});

test('a read-only key has the reading tools, and a full plan states its limit', async () => {
  const reader = await aClient({ web, scope: 'read' });
  const { use } = await aModel(reader);
  expect((await use('list_jobs')).isError).toBeUndefined();
  expect((await use('preview_cron', { cron: '@daily' })).isError).toBeUndefined();
  const given = { name: 'x', cron: '@daily', webhook_url: 'https://shop.example.com/' };
  expect(textOf(await use('create_job', given))).toContain('Use one with the scope write.');
  const full = await aClient({ web });
  for (let count = 0; count < 50; count += 1) await aSavedJob({ owner: full.user });
  const refused = textOf(await (await aModel(full)).use('create_job', given));
  expect(refused).toMatch(/\(authorization_error\)[^]*^limit: 50$[^]*^used: 50$/m);
});

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const post = (headers: Record<string, string>, body = ping) =>
  web.ask('/mcp', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

test('only a valid key of a plan with API access is accepted, and no page of another site', async () => {
  const [good, free] = [await aClient({ web }), await aClient({ web, user: { tier: 'free' } })];
  const token = await aClient({ web, kind: 'token' });
  const by = (client: ApiClient) => ({ authorization: `Bearer ${client.credential}` });
  const responded = await post(by(good));
  expect([responded.status, await responded.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
  expect(responded.headers.get('ratelimit-policy')).toMatch(/^"key_premium";/);
  expect((await post({ ...by(good), origin })).status).toBe(200);
  const refusals: [Record<string, string>, number, string][] = [
    [{}, 401, 'authentication_error'],
    [{ authorization: `Bearer pnc_live_${'0'.repeat(36)}` }, 401, 'authentication_error'],
    [by(free), 403, 'authorization_error'],
    [by(token), 403, 'authorization_error'],
    [{ ...by(good), origin: 'https://evil.example' }, 403, 'authorization_error'],
  ];
  for (const [headers, status, type] of refusals) {
    const response = await post(headers);
    const { error } = (await response.json()) as { error: { type: string } };
    expect([response.status, error.type, response.headers.getSetCookie()]).toEqual([status, type, []]);
  }
  expect(await db().securityEvent.count({ where: { code: 'csrf', path: '/mcp' } })).toBe(1);
});

test('there is no session and no stream: other methods are a 405, notifications are accepted, invalid messages are errors', async () => {
  const { credential } = await aClient({ web });
  const headers = { authorization: `Bearer ${credential}` };
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const response = await web.ask('/mcp', { method, headers: { ...headers, accept: 'text/event-stream' } });
    expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
  }
  const recorded = await post(
    headers,
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  );
  expect([recorded.status, recorded.headers.get('mcp-session-id')]).toEqual([202, null]);
  expect((await post(headers, '{"jsonrpc":')).status).toBe(400);
  expect((await post(headers, '{"hello": 1}')).status).toBe(400);
  expect((await post(headers, `{"a": "${'x'.repeat(600_000)}"}`)).status).toBe(413);
});

test('each message costs a point, also one whose tool is refused before it calls the API', async () => {
  const { credential } = await aClient({ web });
  const headers = { authorization: `Bearer ${credential}` };
  const left = async (body?: string) =>
    Number(/r=(\d+)/.exec((await post(headers, body)).headers.get('ratelimit') ?? '')?.[1]);
  const first = await left();
  const asked = (params: unknown, id: object = { id: 1 }) =>
    JSON.stringify({ jsonrpc: '2.0', ...id, method: 'tools/call', params });
  const calls = [
    asked({ name: 'delete_everything' }),
    asked({ name: 'list_jobs', arguments: { colour: 'red' } }),
    asked({ name: 7 }),
    asked({ name: 'list_jobs' }, {}),
    JSON.stringify({ id: 1, method: 'tools/call' }),
    asked({ name: 'list_jobs', arguments: {} }),
  ];
  for (const call of calls) await post(headers, call);
  expect(await left()).toBe(first - calls.length - 1);
});
