import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { getExecution } from '#server/executions/history/get-execution.server.ts';
import type { Prisma } from '#server/generated/client.ts';
import { aClient, type ParsedResponse } from '#tests/integration/api/api.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const hourMs = 3_600_000;
const first = Date.parse('2026-03-01T00:00:00Z');

interface Row {
  id: number;
  status: string;
  outcome: string | null;
  reason: string | null;
  start_time: string | null;
  scheduled_for: string;
  [field: string]: unknown;
}

async function anExecution(
  jobId: number,
  {
    hour,
    response,
    ...given
  }: Partial<Prisma.ExecutionUncheckedCreateInput> & { hour: number; response?: string },
): Promise<number> {
  const at = new Date(first + hour * hourMs);
  const hasRun = given.outcome === 'success' || given.outcome === 'failed';
  const startedAt = hasRun ? new Date(at.getTime() + 12) : null;
  const row = await db().execution.create({
    data: {
      ...{ jobId, trigger: 'schedule', scheduledFor: at, dueAt: at, jobVersion: 1, startedAt },
      ...(given.outcome && { endedAt: new Date(at.getTime() + 100) }),
      ...(hasRun && { durationMs: 88, latenessMs: 12, attemptCount: 1 }),
      ...given,
      ...(response !== undefined && {
        attempts: {
          create: {
            ...{
              number: 1,
              startedAt: at,
              endedAt: at,
              durationMs: 88,
              dnsMs: 1.5,
              statusCode: given.statusCode ?? 200,
            },
            ...(given.errorCode && { errorCode: given.errorCode }),
            body: {
              create: {
                headers: { 'content-type': 'application/json', 'set-cookie': 'a=b' },
                body: response,
                bytes: response.length,
              },
            },
          },
        },
      }),
    },
  });
  return Number(row.id);
}

async function aHistory() {
  const client = await aClient({ web });
  const job = await aSavedJob({ owner: client.user, webhookUrl: 'https://shop.example.com/ping?x=1' });
  const failedId = await anExecution(job.id, {
    ...{
      hour: 0,
      outcome: 'failed',
      statusCode: 503,
      errorCode: 'status_rejected',
      response: '{"down":true}',
    },
    verdict: 'Failed: the response was 503; this job expects 2xx.',
  });
  for (let hour = 1; hour <= 20; hour += 1)
    await anExecution(job.id, { hour, outcome: 'success', statusCode: 200, response: 'fine' });
  await anExecution(job.id, { hour: 21, outcome: 'skipped', reason: 'overlap' });
  await anExecution(job.id, {
    hour: 22,
    outcome: 'missed',
    reason: 'outage',
    missedCount: 1,
    missedUntil: new Date(),
  });
  await anExecution(job.id, { hour: 23 });
  return { client, job, failedId, list: `/jobs/${job.id}/executions` };
}

test('the history is newest first, in pages of 20 for a key and 10 for a token', async () => {
  const { client, list } = await aHistory();
  const { body } = await client.ask<Row[]>(`GET ${list}`);
  expect(body.pagination).toMatchObject({ total: 24, page: 1, per_page: 20 });
  expect(body.data[0]).toMatchObject({ status: 'running', outcome: null, end_time: null });
  expect(body.data[1]).toMatchObject({
    status: 'not_run',
    outcome: 'missed',
    reason: 'outage',
    missed_count: 1,
  });
  expect(body.data[2]).toMatchObject({
    status: 'not_run',
    outcome: 'skipped',
    reason: 'overlap',
    start_time: null,
  });
  expect(body.data[3]).toMatchObject({
    ...{
      status: 'success',
      scheduled_for: '2026-03-01T20:00:00.000Z',
      start_time: '2026-03-01T20:00:00.012Z',
    },
    ...{
      duration: 88,
      lateness_ms: 12,
      status_code: 200,
      error: null,
      response: 'fine',
      trigger: 'schedule',
    },
  });
  const byToken = await aClient({ web, kind: 'token', owner: client.user });
  const paged = await byToken.ask<Row[]>(`GET ${list}?page=3`);
  expect([paged.body.data.length, paged.body.total, paged.body.page, paged.body.pageSize]).toEqual([
    4, 24, 3, 10,
  ]);
});

test('it can be filtered by status, dates and text; invalid values are named', async () => {
  const { client, list } = await aHistory();
  const total = async (query: string) => (await client.ask<Row[]>(`GET ${list}?${query}`)).body.pagination;
  expect(await total('status=success')).toMatchObject({ total: 20 });
  expect(await total('status=failed')).toMatchObject({ total: 1 });
  expect(await total('status=running')).toMatchObject({ total: 1 });
  expect(await total('status=not_run')).toMatchObject({ total: 2 });
  expect(await total('start_date=2026-03-01T20:00:00Z&endDate=2026-03-01T21:00:00%2B00:00')).toMatchObject({
    total: 2,
  });
  expect(await total('start_date=2026-03-01&end_date=2026-03-01')).toMatchObject({ total: 24 });
  expect(await total('end_date=2026-02-28')).toMatchObject({ total: 0 });
  expect(await total('search=503')).toMatchObject({ total: 1 });
  // The first and the last valid instants, with offsets and days in years beyond.
  for (const wide of [
    'start_date=0000-01-01&end_date=9999-12-31',
    'start_date=0000-01-01T00:00:00%2B23:59&end_date=9999-12-31T23:59:59-23:59',
  ]) {
    expect(await total(wide), wide).toMatchObject({ total: 24 });
    expect(await total(`${wide}&search=503`), wide).toMatchObject({ total: 1 });
    expect(await total(`${wide}&status=success`), wide).toMatchObject({ total: 20 });
  }
  for (const bad of [
    'status=done',
    'start_date=yesterday',
    'end_date=2026-02-30',
    'page=0',
    'per_page=101',
    'cursor=x',
    'page=102',
    'colour=red',
  ]) {
    const response = await client.ask(`GET ${list}?${bad}`);
    expect([response.status, Object.keys(response.body.error?.details ?? {})], bad).toEqual([
      400,
      [bad.split('=')[0]],
    ]);
  }
  const turned = await client.ask(`GET ${list}?start_date=2026-03-02&end_date=2026-03-01`);
  expect(Object.keys(turned.body.error?.details ?? {})).toEqual(['end_date']);
});

test('a cursor walks through the whole history, and the link to the next page contains it', async () => {
  const { client, list } = await aHistory();
  const seen: number[] = [];
  let path: string | undefined = `${list}?per_page=7`;
  while (path !== undefined) {
    const { body, headers }: ParsedResponse<Row[]> = await client.ask<Row[]>(`GET ${path}`);
    seen.push(...body.data.map(({ id }) => id));
    path = /<\/api\/v1([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(seen).toHaveLength(24);
  expect(new Set(seen).size).toBe(24);
});

test('search results are paged by number; a cursor is refused', async () => {
  const { client, list } = await aHistory();
  const all = await client.ask<Row[]>(`GET ${list}?search=fine&per_page=100`);
  const seen: number[] = [];
  const pages: unknown[] = [];
  let path: string | undefined = `${list}?search=fine&per_page=7`;
  while (path !== undefined) {
    const { body, headers }: ParsedResponse<Row[]> = await client.ask<Row[]>(`GET ${path}`);
    seen.push(...body.data.map(({ id }) => id));
    pages.push(body.pagination);
    path = /<\/api\/v1([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(seen).toEqual(all.body.data.map(({ id }) => id));
  expect(pages).toEqual(
    [1, 2, 3].map((page) => ({ total: seen.length, page, per_page: 7, next_cursor: null })),
  );
  const refused = await client.ask(`GET ${list}?search=fine&cursor=1_1`);
  expect([refused.status, Object.keys(refused.body.error?.details ?? {})]).toEqual([400, ['cursor']]);
});

test('an execution has its attempts, the request as sent and the response', async () => {
  const { client, list, failedId } = await aHistory();
  const { body } = await client.ask(`GET ${list}/${failedId}`);
  expect(body.data).toMatchObject({
    ...{ id: failedId, status: 'failed', status_code: 503, error: 'The response was 503.', job_version: 1 },
    verdict: 'Failed: the response was 503; this job expects 2xx.',
    response: { down: true },
    response_headers: { 'content-type': 'application/json', 'set-cookie': '********' },
    response_truncated: false,
    request: { method: 'GET', url: 'https://shop.example.com/ping?x=1' },
    attempts: [{ number: 1, status_code: 503, error_code: 'status_rejected', phases: { dns_ms: 1.5 } }],
  });
  expect((await client.ask(`GET ${list}/987654321`)).status).toBe(404);
  expect((await client.ask(`GET ${list}/x`)).status).toBe(404);
});

test('a replay edits the recorded request for that run only, by the rules of the form', async () => {
  const { client, job, list, failedId } = await aHistory();
  const replay = (body: Record<string, unknown>) =>
    client.ask<{ execution_id: number }>(`POST ${list}/${failedId}/replay`, { body });
  const edited = await replay({
    httpMethod: 'POST',
    payload: '{"again": true}',
    headers: { 'x-reason': 'fixed' },
  });
  expect(edited.status).toBe(202);
  const id = edited.body.data.execution_id;
  const { version, isEdited } = await getExecution({ ownerId: client.user.id, jobId: job.id, id });
  expect({ isEdited, ...version }).toMatchObject({
    ...{ isEdited: true, httpMethod: 'POST', payload: '{"again": true}', headers: { 'x-reason': 'fixed' } },
    webhookUrl: expect.stringContaining('https://shop.example.com/ping') as string,
  });

  const detailsOf = async (body: Record<string, unknown>) => {
    const { status, body: refused } = await replay(body);
    return [status, Object.keys(refused.error?.details ?? {})];
  };
  expect(await detailsOf({ as: 'current', payload: 'x' })).toEqual([400, ['as']]);
  expect(await detailsOf({ http_method: 'FETCH' })).toEqual([400, ['http_method']]);
  expect(await detailsOf({ webhook_url: 'http://localhost/' })).toEqual([400, ['webhook_url']]);
  expect(await detailsOf({ webhook_url: 'mailto:ops@example.com' })).toEqual([400, ['webhook_url']]);
  expect(await detailsOf({ headers: { 'bad name': 'x' } })).toEqual([400, ['headers']]);
  expect(await detailsOf({ timeout: 5 })).toEqual([400, ['timeout']]);
});

test('a trigger and a replay return the id of their execution; a paused job is a conflict', async () => {
  const { client, job, list, failedId } = await aHistory();
  const run = await client.ask<{ execution_id: number }>(`POST /jobs/${job.id}/trigger`);
  expect(run.status).toBe(202);
  expect(run.headers.get('location')).toBe(`/api/v1${list}/${run.body.data.execution_id}`);
  expect((await client.ask(`GET ${list}/${run.body.data.execution_id}`)).body.data).toMatchObject({
    ...{ status: 'running', trigger: 'api', scheduled_for: null },
  });
  const replay = await client.ask<{ execution_id: number }>(`POST ${list}/${failedId}/replay`);
  expect(replay.status).toBe(202);
  expect((await client.ask(`GET ${list}/${replay.body.data.execution_id}`)).body.data).toMatchObject({
    ...{ trigger: 'replay', replay_of: failedId },
  });
  const changed = await client.ask<{ version: number }>(`PATCH /jobs/${job.id}`, { body: { timeout: 45 } });
  const versionOf = async (body: Record<string, string>) => {
    const { data } = (await client.ask<{ execution_id: number }>(`POST ${list}/${failedId}/replay`, { body }))
      .body;
    return (await client.ask<{ job_version: number }>(`GET ${list}/${data.execution_id}`)).body.data
      .job_version;
  };
  expect(await versionOf({ as: 'recorded' })).toBe(1);
  expect(await versionOf({ as: 'current' })).toBe(changed.body.data.version);
  const unknown = await client.ask(`POST ${list}/${failedId}/replay`, { body: { as: 'before' } });
  expect([unknown.status, unknown.body.error?.details]).toEqual([
    ...[400, { as: 'as must be recorded or current.' }],
  ]);
  for (const act of ['retry', 'stop']) {
    const response = await client.ask(`POST ${list}/${failedId}/${act}`);
    expect([response.status, response.body.error?.type], act).toEqual([409, 'conflict']);
  }
  await client.ask(`PATCH /jobs/${job.id}/status`, { body: { status: 'paused' } });
  expect((await client.ask(`POST /jobs/${job.id}/trigger`)).status).toBe(409);
  const extra = await client.ask(`POST /jobs/${job.id}/trigger`, { body: { at: 'now' } });
  expect([extra.status, Object.keys(extra.body.error?.details ?? {})]).toEqual([400, ['at']]);
});

test('a test run takes the body of a job, saves no job and reports its progress', async () => {
  const client = await aClient({ web });
  const { body, status } = await client.ask<{ execution_id: string }>('POST /jobs/test', {
    body: { webhook_url: 'https://shop.example.com/ping', http_method: 'POST', payload: 'x' },
  });
  expect(status).toBe(202);
  const run = await client.ask(`GET /jobs/test/${body.data.execution_id}`);
  expect(run.body.data).toMatchObject({ status: 'running', stage: 'queued', trigger: 'test' });
  expect(await db().job.count({ where: { ownerId: client.user.id } })).toBe(0);
  const stranger = await aClient({ web });
  expect((await stranger.ask(`GET /jobs/test/${body.data.execution_id}`)).status).toBe(404);
  const bad = await client.ask('POST /jobs/test', { body: { webhook_url: 'nowhere', nope: 1 } });
  expect(Object.keys(bad.body.error?.details ?? {}).sort()).toEqual(['nope', 'webhook_url']);
});

test('a cron expression can be previewed without a job: sentence, next fires, warnings', async () => {
  const client = await aClient({ web, scope: 'read' });
  const { body } = await client.ask<{ next: { scheduled_for: string }[] }>('POST /previews/cron', {
    body: { cron: '*/7 9 1 * 1', timezone: 'Europe/Paris', count: 3 },
  });
  expect(body.data).toMatchObject({ cron: '*/7 9 1 * 1', timezone: 'Europe/Paris' });
  expect(body.data.next).toHaveLength(3);
  expect(body.data).toMatchObject({
    warnings: expect.arrayContaining(['Runs when either matches.']) as string[],
    description: expect.any(String) as string,
  });
  for (const [given, name] of [
    [{ cron: '0 0 30 2 *' }, 'cron'],
    [{ cron: '' }, 'cron'],
    [{}, 'cron'],
    [{ cron: '@hourly', timezone: 'Mars/Base' }, 'timezone'],
    [{ cron: '@hourly', count: 0 }, 'count'],
    [{ cron: '@hourly', seconds: 1 }, 'seconds'],
  ] as const) {
    const response = await client.ask('POST /previews/cron', { body: given });
    expect([response.status, Object.keys(response.body.error?.details ?? {})], name).toEqual([400, [name]]);
  }
});
