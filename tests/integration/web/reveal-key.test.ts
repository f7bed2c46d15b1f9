import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

/** A signed-in account with a key. */
async function aKeyOwner() {
  const { cookie, userId } = await aVisitor();
  await db().user.update({ where: { id: userId }, data: { tier: 'premium' } });
  const { plain } = await createApiKey({ tx: db(), userId, name: 'Default', scope: 'write' });
  return { cookie, userId, plain };
}

const reveal = ({ cookie, from = '/dashboard/api-docs' }: { cookie?: string; from?: string }) =>
  web.ask('/dashboard/api-key', {
    method: 'POST',
    headers: { origin, accept: 'text/html,*/*;q=0.8', ...(cookie && { cookie }) },
    body: new URLSearchParams({ from }),
  });

test('a form without JavaScript gets the key as text, never as a page; it is not cached, and is logged', async () => {
  const { cookie, userId, plain } = await aKeyOwner();
  const response = await reveal({ cookie });
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
  ]).toEqual([200, 'text/plain; charset=utf-8', 'no-store']);
  expect(await response.text()).toBe(`${plain}\n`);
  await expect
    .poll(() => db().securityEvent.count({ where: { code: 'key_viewed', actorId: userId } }))
    .toBe(1);
});

test('neither the page nor its data contains the key', async () => {
  const { cookie, plain } = await aKeyOwner();
  for (const path of ['/dashboard/api-docs', '/dashboard/api-docs.data']) {
    const response = await web.ask(path, { headers: { cookie } });
    const text = await response.text();
    expect([response.status, response.headers.get('cache-control')], path).toEqual([200, 'no-store']);
    expect(text, path).toContain(`…${plain.slice(-4)}`);
    expect(text, path).not.toContain(plain);
    expect(text, path).not.toContain(plain.slice(9, 30));
  }
});

test('a sign-in more than 30 minutes old is confirmed first, and leads back to the page', async () => {
  const { cookie, userId } = await aKeyOwner();
  await db().session.updateMany({
    where: { userId },
    data: { authenticatedAt: new Date(Date.now() - 31 * 60_000) },
  });
  const leadTo = `/auth/confirm?${new URLSearchParams({ redirectTo: '/dashboard/api-docs?lang=go&reveal=key' }).toString()}`;
  const response = await reveal({ cookie, from: '/dashboard/api-docs?lang=go' });
  // Not by a redirect: the Content-Security-Policy forbids redirects of a form to another origin.
  expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
    403,
    null,
    'no-store',
  ]);
  const page = await response.text();
  expect(page).toContain('To show the key, sign in again: your last sign-in was more than 30 minutes ago.');
  expect(page).toContain(`href="${leadTo}"`);
  expect(page).toContain('href="/dashboard/api-docs?lang=go"');
});

test('a signed-out visitor is led to the sign-in, and never to another site', async () => {
  const response = await reveal({});
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/^\/login\?/) as string,
  ]);
  const { cookie, userId } = await aKeyOwner();
  await db().session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(0) } });
  const page = await (await reveal({ cookie, from: '//evil.example/x' })).text();
  expect(page).toContain('href="/auth/confirm?redirectTo=%2Fdashboard%3Freveal%3Dkey"');
  expect(page).not.toContain('evil');
  const card = await (await reveal({ cookie, from: '/dashboard/settings#api-keys' })).text();
  expect(card).toContain('redirectTo=%2Fdashboard%2Fsettings%3Freveal%3Dkey%23api-keys"');
});

test('S6: another site cannot request the key', async () => {
  const { cookie } = await aKeyOwner();
  const response = await web.ask('/dashboard/api-key', {
    method: 'POST',
    headers: { cookie, origin: 'https://evil.example' },
  });
  expect(response.status).toBe(403);
  expect(await response.text()).not.toContain('pnc_live_');
});

test('an account without a key gets one when it is shown', async () => {
  const { cookie, userId } = await aVisitor();
  expect(await (await reveal({ cookie })).text()).toMatch(/^pnc_live_/);
  expect(await db().apiKey.count({ where: { userId, revokedAt: null } })).toBe(1);
});

test('the twenty-first reveal of an hour is refused with a message', async () => {
  const { cookie } = await aKeyOwner();
  for (let time = 0; time < 20; time += 1) expect((await reveal({ cookie })).status).toBe(200);
  const refused = await reveal({ cookie });
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('20 reveals of the API key');
});
