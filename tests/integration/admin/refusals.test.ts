import { afterAll, beforeAll, expect, test } from 'vitest';
import { suspendUser } from '#server/admin/suspend-user.server.ts';
import { db } from '#server/database/db.server.ts';
import { aClient } from '#tests/integration/api/api.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { anAdmin, aPerson, withoutTable } from './kit.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const calls = ['GET /admin/stats', 'GET /admin/logs', 'GET /admin/logs/export'];
const pages = [
  '',
  '/users',
  '/logs',
  '/logs/export',
  '/active-jobs',
  '/failures',
  '/settings',
  '/no-such-page',
];

test('S10, S19: the server refuses every admin call to user tokens and to all keys, and logs each refusal', async () => {
  const clients = [
    await aClient({ web, kind: 'token' }),
    await aClient({ web, kind: 'key' }),
    await aClient({ web, kind: 'key', user: { role: 'admin', tier: 'ultimate' } }),
  ];
  for (const { ask, user } of clients) {
    for (const call of calls) {
      const { status, body } = await ask(call);
      expect([status, body.success, body.error?.type], call).toEqual([403, false, 'authorization_error']);
    }
    const entries = await db().securityEvent.findMany({
      where: { code: 'access_denied', actorId: user.id },
    });
    expect(entries.map(({ path }) => path).sort()).toEqual(
      calls.map((call) => call.replace('GET ', '/api/v1')).sort(),
    );
  }
});

test('a revoked role takes effect at the next call', async () => {
  const { ask, user } = await aClient({ web, kind: 'token', user: { role: 'admin' } });
  expect((await ask('GET /admin/stats')).status).toBe(200);
  await db().user.update({ where: { id: user.id }, data: { role: 'user' } });
  expect((await ask('GET /admin/stats')).status).toBe(403);
});

test('pages redirect users who are not admins to the dashboard, unknown ones too, and log each refusal', async () => {
  const { user, loadPage, send } = await aPerson({ web });
  for (const page of pages) {
    const { status, headers, text } = await loadPage(`/admin${page}`);
    // A failed download says why in its response.
    if (page === '/logs/export') {
      expect([status, text]).toEqual([403, expect.stringContaining('message')]);
      continue;
    }
    expect([status, headers.get('location'), text], page).toEqual([302, '/dashboard', '']);
  }
  const { status, headers } = await send(`/admin/users/${user.id}/make-admin`);
  expect([status, headers.get('location')]).toEqual([302, '/dashboard']);
  expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).role).toBe('user');
  const entries = await db().securityEvent.count({ where: { code: 'access_denied', actorId: user.id } });
  expect(entries).toBe(pages.length + 1);
});

test('a signed-out visitor is redirected to the sign-in page', async () => {
  const response = await web.ask('/admin/users');
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    '/login?redirectTo=%2Fadmin%2Fusers',
  ]);
});

test('an admin whose role cannot be read is redirected to the dashboard like anybody else', async () => {
  const { loadPage } = await aPerson({ web, role: 'admin' });
  const { status, headers } = await withoutTable('User', () => loadPage('/admin'));
  expect([status, headers.get('location')]).toEqual([302, '/dashboard']);
});

test('a user who is not an admin is redirected to the dashboard even if that cannot be logged', async () => {
  const { loadPage } = await aPerson({ web });
  const { status, headers } = await withoutTable('SecurityEvent', () => loadPage('/admin/users'));
  expect([status, headers.get('location')]).toEqual([302, '/dashboard']);
});

test('a suspended account is sent to the sign-in by pages, and gets a 403 with the reason for keys and tokens', async () => {
  const { admin } = await anAdmin();
  const { user, loadPage } = await aPerson({ web });
  const [key, token] = [
    await aClient({ web, owner: user }),
    await aClient({ web, kind: 'token', owner: user }),
  ];
  expect((await key.ask('GET /jobs')).status).toBe(200);
  await suspendUser({ admin, userId: user.id, reason: 'spam' });
  for (const client of [key, token]) {
    const { status, body } = await client.ask('GET /jobs');
    expect([status, body.error?.details['reason']]).toEqual([403, 'suspended']);
  }
  const denied = { code: 'access_denied', actorId: user.id, path: '/api/v1/jobs' };
  expect(await db().securityEvent.count({ where: denied })).toBe(2);
  expect((await loadPage('/dashboard')).headers.get('location')).toContain('/login');
});
