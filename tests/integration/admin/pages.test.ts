import { afterAll, beforeAll, expect, test } from 'vitest';
import { setNotice } from '#server/admin/notice.server.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { anAdmin, aPerson, request, withoutTable } from './kit.ts';

let web: TestWeb;
let root: Awaited<ReturnType<typeof aPerson>>;

beforeAll(async () => {
  web = await startWeb();
  root = await aPerson({ web, role: 'admin' });
}, 180_000);

afterAll(() => web.stop());

const hour = 3_600_000;

test('every page of the admin area exists, and an unknown one is the 404 page', async () => {
  const titles: Record<string, string> = {
    '': 'Admin Dashboard',
    '/users': 'Users',
    '/logs': 'System Security Logs',
    '/active-jobs': 'Active Jobs',
    '/failures': 'Recent Failures',
    '/settings': 'Settings',
  };
  for (const [path, title] of Object.entries(titles)) {
    const { status, text } = await root.loadPage(`/admin${path}`);
    expect([status, /<h1[^>]*>([^<]*)/.exec(text)?.[1]], path).toEqual([200, title]);
    expect(text).toContain('Admin Area');
    expect(text).toContain('Back to Dashboard');
  }
  for (const path of ['/none', '/users/2000000000', '/users/x', '/users/1/none', '/logs/none']) {
    const { status, text } = await root.loadPage(`/admin${path}`);
    expect(status, path).toBe(404);
    expect(text).toContain('Page Not Found');
  }
});

test('unavailable statistics show zeros, N/A, the specified message and Retry', async () => {
  const { status, text } = await withoutTable('OwnerTotal', () => root.loadPage('/admin'));
  expect(status).toBe(200);
  for (const words of ['Failed to load admin dashboard statistics', 'Retry', 'N/A', '0.00%', '0 of 0'])
    expect(text.replaceAll('<!-- -->', ''), words).toContain(words);
});

test('Retry links to the page itself, which shows its figures once they are available', async () => {
  for (const [table, path, words] of [
    ['OwnerTotal', '/admin', 'Failed to load admin dashboard statistics'],
    ['SecurityEvent', '/admin/logs?type=INFO', 'Failed to load system logs'],
  ] as const) {
    const { text } = await withoutTable(table, () => root.loadPage(path));
    expect(text).toContain(words);
    const to = /<a[^>]*href="([^"]+)"[^>]*>Retry</.exec(text)?.[1] ?? '';
    expect(to.replaceAll('&amp;', '&')).toBe(path);
    expect((await root.loadPage(to)).text, path).not.toContain(words);
  }
});

test('an unavailable log says so, and so does its export', async () => {
  const page = await withoutTable('SecurityEvent', () => root.loadPage('/admin/logs'));
  expect(page.text).toContain('Failed to load system logs');
  const file = await withoutTable('SecurityEvent', () => root.loadPage('/admin/logs/export?type=INFO'));
  expect(file.status).toBe(500);
  expect(JSON.parse(file.text)).toMatchObject({ toast: { message: 'Failed to export logs', tone: 'error' } });
});

test('a page number beyond the log shows the last page', async () => {
  await getPool().query(
    `insert into "SecurityEvent" ("type", "code", "message") select 'SUSPICIOUS', 'csrf', 'n' from generate_series(1, 21)`,
  );
  const { text } = await root.loadPage('/admin/logs?type=SUSPICIOUS&page=9');
  expect(text.replaceAll('<!-- -->', '')).toContain('Page 3 of 3');
});

test('jobs are listed with host, owner, status and counts, but never with the content of their requests', async () => {
  const owner = await aUser({ email: 'owner@x.test' });
  const job = await aSavedJob({
    owner,
    name: 'Secret carrier',
    webhookUrl: 'https://shop.example.com/hush-path',
    payload: 'hush-payload',
  });
  await getPool().query(
    `insert into "DailyStat" ("jobId", "day", "success", "failed", "unknown") values ($1, current_date, 1234, 2, 1)`,
    [job.id],
  );
  await getPool().query(
    `update "JobState" set "lastOutcome" = 'failed', "lastRunAt" = now(), "failureStreak" = 3 where "jobId" = $1`,
    [job.id],
  );
  for (const path of ['/admin/active-jobs', '/admin/failures', `/admin/users/${owner.id}`]) {
    const { text } = await root.loadPage(path);
    for (const words of ['Secret carrier', 'shop.example.com', '1,234', '3 in a row', 'Active'])
      expect(text, `${path} ${words}`).toContain(words);
    expect(text).toContain('owner@x.test');
    expect(text).not.toContain('hush');
  }
});

test('an account is suspended and reinstated by plain forms, after a question', async () => {
  const { id } = await aUser({ email: 'plain@x.test' });
  const path = `/admin/users/${id}/suspend`;
  expect((await root.loadPage(path)).text).toContain('Suspend plain@x.test?');
  const empty = await root.send(path, { reason: '' });
  expect([empty.status, empty.text.includes('Give a reason of 1 to 200 characters')]).toEqual([400, true]);
  const sent = await root.send(path, { reason: 'spam' });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/admin/users/${id}`]);
  expect((await root.loadPage(`/admin/users/${id}`)).text.replaceAll('<!-- -->', '')).toContain(
    'Suspended: spam',
  );
  await root.send(`/admin/users/${id}/unsuspend`);
  expect((await db().user.findUniqueOrThrow({ where: { id } })).suspendedAt).toBeNull();
});

test('a role change with an old sign-in leads to the provider first, and changes nothing', async () => {
  const { id } = await aUser();
  const old = await aPerson({ web, role: 'admin', signedInAt: new Date(Date.now() - hour) });
  const { text } = await old.loadPage(`/admin/users/${id}/make-admin`);
  expect(text).toContain(`/auth/confirm?redirectTo=${encodeURIComponent(`/admin/users/${id}/make-admin`)}`);
  const sent = await old.send(`/admin/users/${id}/make-admin`);
  expect(sent.status).toBe(403);
  expect((await db().user.findUniqueOrThrow({ where: { id } })).role).toBe('user');
  expect((await root.send(`/admin/users/${id}/make-admin`)).status).toBe(303);
  expect((await db().user.findUniqueOrThrow({ where: { id } })).role).toBe('admin');
});

test('admins cannot change themselves: their own page offers nothing, and a form is a conflict', async () => {
  const { text } = await root.loadPage(`/admin/users/${root.user.id}`);
  expect(text).toContain('This is you.');
  expect(text).not.toContain('/suspend"');
  expect((await root.send(`/admin/users/${root.user.id}/make-user`)).status).toBe(409);
});

test('a payment that never happened cannot be refunded', async () => {
  const { id } = await aUser();
  const sent = await root.send(`/admin/users/${id}/refund`);
  expect(sent.status).toBe(409);
  expect(sent.text).toContain('within 14 days of the first payment');
});

test('every page shows the banner, public pages too', async () => {
  const { admin } = await anAdmin();
  const saved = await root.send('/admin/settings', { notice: 'Back at 22:00 UTC.' });
  expect(saved.status).toBe(303);
  for (const path of ['/', '/dashboard', '/admin', '/dashboard/no-such-page'])
    expect((await root.loadPage(path)).text, path).toContain('Back at 22:00 UTC.');
  expect(await (await web.ask('/login')).text()).toContain('Back at 22:00 UTC.');
  await setNotice({ admin: { ...admin, request }, text: '' });
});
