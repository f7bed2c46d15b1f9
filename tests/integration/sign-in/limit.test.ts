import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { Browser, origin } from '#tests/integration/sign-in/browser.ts';
import { startIdentity, type TestIdentity } from '#tests/integration/sign-in/identity.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startIdentity({ callbackUrl: `${origin}/auth/callback` });
  Object.assign(process.env, {
    APP_ORIGIN: origin,
    OIDC_ISSUER: identity.issuer,
    OIDC_CLIENT_ID: identity.clientId,
    OIDC_CLIENT_SECRET: identity.clientSecret,
  });
});

afterAll(() => identity.stop());

/** A sign-in of this browser that ends with a made-up code. */
async function finishWithMadeUpCode(): Promise<URL> {
  const browser = new Browser();
  const to = await browser.begin();
  const query = { code: 'made-up', state: to.searchParams.get('state') ?? '', iss: identity.issuer };
  return browser.finish(new URL(`/auth/callback?${new URLSearchParams(query)}`, origin));
}

test('S11: sign-ins that succeed, are canceled or were never started are not limited; made-up ones are, to ten a minute', async () => {
  for (let time = 0; time < 12; time += 1) {
    expect((await new Browser().signIn({ name: 'often' })).pathname).toBe('/dashboard');
    const stranger = await new Browser().finish(new URL('/auth/callback?code=x&state=y', origin));
    expect(stranger.search).toBe('?reason=stale');
  }
  for (let time = 0; time < 10; time += 1)
    expect((await finishWithMadeUpCode()).search).toBe('?reason=failed');
  expect((await finishWithMadeUpCode()).search).toBe('?reason=limited');
  expect((await new Browser().signIn({ name: 'often' })).search).toBe('?reason=limited');
  expect(await db().securityEvent.count({ where: { code: 'login_failed' } })).toBe(24);
});
