import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminStats } from '#server/admin/admin-stats.server.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { removeExpired } from '#server/maintenance/remove-expired.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { aClient, type ApiClient } from '#tests/integration/api/api.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;
let admin: ApiClient;

beforeAll(async () => {
  web = await startWeb();
  admin = await aClient({ web, kind: 'token', user: { role: 'admin' } });
}, 180_000);

afterAll(() => web.stop());

interface Entry {
  id: number;
  type: string;
  path: string;
  message: string;
  timestamp: string;
  ipAddress: string | null;
  userAgent: string | null;
}

const anEntry = (given: {
  code: 'login' | 'key_bad' | 'csrf';
  path?: string;
  userAgent?: string;
  ip?: string;
}) =>
  recordEvent({
    tx: db(),
    code: given.code,
    path: given.path ?? '/',
    request: { id: crypto.randomUUID(), ip: given.ip ?? '192.0.2.1', userAgent: given.userAgent ?? 'test' },
  });

test('the figures cover the whole installation, from sums and statistics', async () => {
  const [owner] = await Promise.all([aUser(), aUser({ createdAt: new Date(Date.now() - 8 * 86_400_000) })]);
  const job = await aSavedJob({ owner });
  await aSavedJob({ owner, status: 'paused' });
  await getPool().query(
    `insert into "DailyStat" ("jobId", "day", "success", "failed", "unknown", "skipped", "missed")
     values ($1, current_date, 2, 1, 0, 5, 4), ($1, current_date - 1, 4, 0, 1, 0, 0)`,
    [job.id],
  );
  const { status, body } = await admin.ask('GET /admin/stats');
  const counted = await getPool().query<{ success: number; failed: number }>(
    `select (sum(o."success") + min(i."removedSuccess"))::int as "success",
       (sum(o."failed") + min(i."removedFailed"))::int as "failed" from "OwnerTotal" o, "Installation" i`,
  );
  const { success = 0, failed = 0 } = counted.rows[0] ?? {};
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    total_users: 3,
    new_users_last_7_days: 2,
    total_jobs: 2,
    total_active_jobs: 1,
    total_executions: success + failed,
    successful_executions: success,
    failed_executions: failed,
    success_rate: success + failed === 0 ? 0 : Math.round((success / (success + failed)) * 10_000) / 100,
    database_connections_max: expect.any(Number) as number,
    database_connections_open: expect.any(Number) as number,
    system_uptime: expect.stringMatching(/^\d+[smhd]/) as string,
    server_start_time: expect.stringMatching(/Z$/) as string,
  });
});

test('Total Jobs Processed never falls: deleted jobs and removed accounts still count', async () => {
  const owner = await aUser();
  const job = await aSavedJob({ owner });
  const total = async () => (await adminStats()).executions;
  const before = await total();
  await getPool().query(
    `insert into "DailyStat" ("jobId", "day", "success", "failed") values ($1, current_date, 5, 2)`,
    [job.id],
  );
  const after = { successful: before.successful + 5, failed: before.failed + 2 };
  expect(await total()).toEqual(after);

  await db().job.update({ where: { id: job.id }, data: { deletedAt: new Date() } });
  expect(await total()).toEqual(after);
  await db().job.delete({ where: { id: job.id } });
  await db().user.update({ where: { id: owner.id }, data: { deletedAt: new Date() } });
  await removeExpired({ isStopping: () => false });
  expect(await db().user.findUnique({ where: { id: owner.id } })).toBeNull();
  expect(await total()).toEqual(after);
});

test('the log is newest first, in pages of 10, filtered by type and text', async () => {
  for (let count = 0; count < 12; count += 1) await anEntry({ code: 'key_bad', path: `/api/${count}` });
  await anEntry({ code: 'csrf', path: '/Marked_path', userAgent: 'odd%browser' });
  const { body } = await admin.ask<Entry[]>('GET /admin/logs?type=AUTH_FAILURE');
  expect(body.data).toHaveLength(10);
  expect(body['meta']).toEqual({ page: 1, pageSize: 10, totalPages: 2, totalItems: 12 });
  expect(body.data[0]).toMatchObject({
    type: 'AUTH_FAILURE',
    path: '/api/11',
    message: 'An API key was refused.',
    ipAddress: '192.0.2.1',
    userAgent: 'test',
    code: 'key_bad',
  });
  const second = await admin.ask<Entry[]>('GET /admin/logs?type=AUTH_FAILURE&page=2&pageSize=10');
  expect(second.body.data.map(({ path }) => path)).toEqual(['/api/1', '/api/0']);
  const ids = async (query: string) =>
    (await admin.ask<Entry[]>(`GET /admin/logs?${query}`)).body.data.map(({ path }) => path);
  expect(await ids('query=marked_PATH')).toEqual(['/Marked_path']);
  expect(await ids('query=odd%25')).toEqual(['/Marked_path']);
  expect(await ids('query=odd_')).toEqual([]);
  expect(await ids('query=marked_path&type=INFO')).toEqual([]);
  const many = await admin.ask<Entry[]>('GET /admin/logs?pageSize=100');
  const places = many.body.data.map(({ timestamp, id }) => [timestamp, id] as const);
  expect(places).toEqual([...places].sort((a, b) => b[0].localeCompare(a[0]) || b[1] - a[1]));
});

test.each([
  'type=NONE',
  'page=0',
  'pageSize=101',
  'page=x',
  `query=${'x'.repeat(201)}`,
  'sort=id',
  'start_date=2026-02-31',
])('a bad parameter is named: %s', async (query) => {
  const { status, body } = await admin.ask(`GET /admin/logs?${query.slice(0, 220)}`);
  expect(status).toBe(400);
  expect(Object.keys(body.error?.details ?? {})).toEqual([query.split('=')[0]]);
});

test('S18: the export is a CSV named by its date, with formulas escaped and filters applied', async () => {
  for (const userAgent of ['=1+1', '+SUM(A1)', '-2', '@cmd', '\tx', 'a "quote", a comma'])
    await anEntry({ code: 'login', userAgent, ip: '192.0.2.18' });
  const today = () => new Date().toISOString().slice(0, 10);
  const days = [today()];
  const { status, headers, text } = await admin.ask('GET /admin/logs/export?query=192.0.2.18&type=INFO');
  // Midnight may have passed meanwhile.
  days.push(today());
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/csv/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(days.map((day) => `attachment; filename="security-logs-${day}.csv"`)).toContain(
    headers.get('content-disposition'),
  );
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  expect(head).toMatch(/^id,type,path,message,timestamp,ipAddress,userAgent,/);
  expect(lines).toHaveLength(6);
  for (const cell of [`'=1+1`, `'+SUM(A1)`, `'-2`, `'@cmd`, `'\tx`, `"a ""quote"", a comma"`])
    expect(text).toContain(`,${cell},`);
  expect(await db().securityEvent.count({ where: { code: 'export', actorId: admin.user.id } })).toBe(1);
});

test('an export contains the whole log, however long, and a HEAD has no body', async () => {
  await getPool().query(
    `insert into "SecurityEvent" ("type", "code", "message", "at")
     select 'WARNING', 'csp_violation', 'many ' || n, now() - make_interval(secs => n / 3) from generate_series(1, 5000) n`,
  );
  const { text } = await admin.ask('GET /admin/logs/export?type=WARNING');
  const lines = text.trimEnd().split('\r\n').slice(1);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(5_000);
  const headers = { authorization: `Bearer ${admin.credential}` };
  const head = await web.ask('/api/v1/admin/logs/export', { method: 'HEAD', headers });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('the log and its export can be limited to dates, the last day included', async () => {
  await getPool().query(
    `insert into "SecurityEvent" ("type", "code", "message", "path", "at")
     select 'WARNING', 'csrf', 'dated', '/dated/' || d, d::timestamptz from unnest(
       array['2026-02-27T23:59:59Z', '2026-02-28T00:00:00Z', '2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z']) d`,
  );
  const window = 'query=dated&start_date=2026-02-28&end_date=2026-03-01';
  const { body } = await admin.ask<Entry[]>(`GET /admin/logs?${window}`);
  const inside = ['/dated/2026-03-01T23:59:59Z', '/dated/2026-02-28T00:00:00Z'];
  expect(body.data.map(({ path }) => path)).toEqual(inside);
  expect(body['meta']).toMatchObject({ totalItems: 2 });
  const from = await admin.ask<Entry[]>('GET /admin/logs?query=dated&startDate=2026-03-01T12:00:00Z');
  expect(from.body.data).toHaveLength(2);
  const { text } = await admin.ask(`GET /admin/logs/export?${window}`);
  for (const path of inside) expect(text).toContain(path);
  expect(text.trimEnd().split('\r\n')).toHaveLength(3);
  const turned = await admin.ask('GET /admin/logs?start_date=2026-03-02&end_date=2026-03-01');
  expect([turned.status, turned.body.error?.details]).toEqual([
    ...[400, { end_date: 'end_date lies before start_date. Give the same day or a later one.' }],
  ]);
});
