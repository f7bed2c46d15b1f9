import { beforeAll, expect, test } from 'vitest';
import { currentUser, requireUser } from '#app/http/session/guards.server.ts';
import { sessionCookieName } from '#app/http/session/session-cookie.server.ts';
import { action as logout } from '#app/routes/logout.ts';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { findSession } from '#server/accounts/sessions/find-session.server.ts';
import { newSessionToken } from '#server/accounts/sessions/session-token.server.ts';
import { db } from '#server/database/db.server.ts';
import { Browser, origin } from '#tests/integration/sign-in/browser.ts';

const dayMs = 24 * 3600 * 1000;
const name = sessionCookieName(origin);

beforeAll(() => {
  process.env['APP_ORIGIN'] = origin;
});

test('S9: an unknown session token is refused', async () => {
  expect(await findSession({ token: newSessionToken() })).toBeNull();
});

test('S9: a session ends after 7 days without a visit', async () => {
  const { token } = await aSession();
  const seen = Date.now();
  expect(await findSession({ token, at: new Date(seen + 7 * dayMs - 60_000) })).not.toBeNull();
  expect(await findSession({ token, at: new Date(seen + 15 * dayMs) })).toBeNull();
});

test('S9: a session ends 30 days after the sign-in, however often it is used', async () => {
  const { token } = await aSession();
  const opened = Date.now();
  for (let day = 5; day < 30; day += 5) {
    expect(await findSession({ token, at: new Date(opened + day * dayMs) })).not.toBeNull();
  }
  expect(await findSession({ token, at: new Date(opened + 30 * dayMs + 60_000) })).toBeNull();
});

test('S9: suspending a user ends every session at once', async () => {
  const { token, userId } = await aSession();
  await db().user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
  expect(await findSession({ token })).toBeNull();
});

test('a visit is recorded at most once a minute', async () => {
  const { token, userId } = await aSession();
  const start = Date.now();
  const lastSeen = async () =>
    (await db().session.findFirstOrThrow({ where: { userId } })).lastSeenAt.getTime();
  const first = await lastSeen();
  await findSession({ token, at: new Date(start + 30_000) });
  expect(await lastSeen()).toBe(first);
  await findSession({ token, at: new Date(start + 90_000) });
  expect(await lastSeen()).toBe(start + 90_000);
});

test('S9: signing out ends the session on the server, and is logged as a security event', async () => {
  const { token, userId } = await aSession();
  const browser = new Browser({ [name]: token });
  const response = await browser.ask({ route: logout, path: '/logout', init: { method: 'POST' } });

  expect(response.headers.get('location')).toBe('/');
  expect(browser.cookie(name)).toBeUndefined();
  expect(await currentUser(new Browser({ [name]: token }).request('/dashboard'))).toBeNull();
  expect(await db().securityEvent.count({ where: { code: 'logout', actorId: userId } })).toBe(1);
});

test('signing out twice is no error and is logged once', async () => {
  const { token, userId } = await aSession();
  for (let time = 0; time < 2; time += 1) {
    await new Browser({ [name]: token }).ask({ route: logout, path: '/logout', init: { method: 'POST' } });
  }
  expect(await db().securityEvent.count({ where: { code: 'logout', actorId: userId } })).toBe(1);
});

test('a signed-out visitor is led to the sign-in page and back from there', async () => {
  const response = await refusal(new Browser().request('/dashboard/jobs/7?page=2'));
  expect(response.headers.get('location')).toBe('/login?redirectTo=%2Fdashboard%2Fjobs%2F7%3Fpage%3D2');
});

test('a visitor with an ended session is told so', async () => {
  const response = await refusal(new Browser({ [name]: newSessionToken() }).request('/dashboard'));
  expect(response.headers.get('location')).toContain('reason=expired');
  expect(response.headers.get('set-cookie')).toContain(`${name}=; Path=/; Max-Age=0`);
});

test('a form sent after the session ended leads back to its page', async () => {
  const headers = { referer: `${origin}/dashboard/jobs/create?copy=1` };
  const response = await refusal(new Browser().request('/dashboard/jobs/1/run', { method: 'POST', headers }));
  expect(response.headers.get('location')).toBe('/login?redirectTo=%2Fdashboard%2Fjobs%2Fcreate%3Fcopy%3D1');
});

test('a later request of a page whose session has ended gets the same reason, although the cookie is gone', async () => {
  const asked = (referer: string, dest = 'empty') =>
    refusal(new Browser().request('/dashboard', { headers: { referer, 'sec-fetch-dest': dest } }));
  for (const page of ['/dashboard', '/dashboard/jobs/create?copy=1', '/admin/users'])
    expect((await asked(origin + page)).headers.get('location')).toBe(
      '/login?redirectTo=%2Fdashboard&reason=expired',
    );
  for (const page of [`${origin}/docs`, `${origin}/dashboards`, 'https://elsewhere.example/dashboard', ''])
    expect((await asked(page)).headers.get('location')).toBe('/login?redirectTo=%2Fdashboard');
  // A document, such as the page before a sign-out that Back leads to.
  expect((await asked(`${origin}/dashboard`, 'document')).headers.get('location')).toBe(
    '/login?redirectTo=%2Fdashboard',
  );
});

async function refusal(request: Request): Promise<Response> {
  const thrown: unknown = await requireUser({ request, session: () => currentUser(request) }).catch(
    (error: unknown) => error,
  );
  if (thrown instanceof Response) return thrown;
  throw new Error('The guard let the request pass.');
}

async function aSession(): Promise<{ token: string; userId: number }> {
  const subject = crypto.randomUUID();
  const user = await db().user.create({
    data: { issuer: 'https://id.example', subject, email: `${subject}@example.com` },
  });
  const request = { id: 'r', ip: '127.0.0.1', userAgent: 'test' };
  const { token } = await createSession({ tx: db(), userId: user.id, authenticatedAt: new Date(), request });
  return { token, userId: user.id };
}
