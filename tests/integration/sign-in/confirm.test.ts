import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentUser } from '#app/http/session/guards.server.ts';
import { revealApiKey } from '#server/api-keys/reveal-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import { Browser, origin } from '#tests/integration/sign-in/browser.ts';
import { startIdentity, type TestIdentity } from '#tests/integration/sign-in/identity.ts';

let identity: TestIdentity;
const query = `?redirectTo=${encodeURIComponent('/dashboard/settings?reveal=key')}`;
const minuteMs = 60_000;

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

/** An account that signed in that many minutes ago. */
async function signedInBefore({ name, minutes }: { name: string; minutes: number }): Promise<Browser> {
  const browser = new Browser();
  await browser.signIn({ name });
  await db().session.updateMany({
    where: { user: { subject: name } },
    data: { authenticatedAt: new Date(Date.now() - minutes * minuteMs) },
  });
  return browser;
}

const reveal = async (browser: Browser) => {
  const signedIn = await currentUser(browser.request('/dashboard'));
  const authenticatedAt = signedIn?.session.authenticatedAt ?? new Date(0);
  const request = { id: 'r', ip: '127.0.0.1', userAgent: 'test' };
  return revealApiKey({ userId: signedIn?.user.id ?? 0, authenticatedAt, request });
};

test('a sign-in within the last 30 minutes continues at once', async () => {
  const browser = await signedInBefore({ name: 'recent', minutes: 29 });
  expect((await browser.beginConfirm(query)).href).toBe(`${origin}/dashboard/settings?reveal=key`);
});

test('an older sign-in is confirmed at the provider, which has to ask again; then the key is shown', async () => {
  const browser = await signedInBefore({ name: 'old', minutes: 31 });
  await expect(reveal(browser)).rejects.toMatchObject({ details: { reason: 'sign_in_too_old' } });
  const to = await browser.beginConfirm(query);
  expect([to.origin, to.searchParams.get('max_age')]).toEqual([identity.issuer, '0']);
  expect(to.searchParams.get('login_hint')).toBe('old@example.com');
  const end = await browser.finish(await browser.passProvider({ to, name: 'old' }));
  expect(end.href).toBe(`${origin}/dashboard/settings?reveal=key`);
  expect(await reveal(browser)).toMatch(/^pnc_live_/);
  expect(await db().session.count({ where: { user: { subject: 'old' } } })).toBe(1);
});

/** A provider that omits the time of the last sign-in, and one that says an hour ago. */
const silentProviders = [undefined, Math.floor(Date.now() / 1_000) - 3_600];

function forgeSignInTime(signedInAt: number | undefined): void {
  identity.forge((idToken, key) => {
    const { auth_time: _, ...claims } = decodeJwt(idToken);
    const given = { ...claims, ...(signedInAt !== undefined && { auth_time: signedInAt }) };
    return new SignJWT(given).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(key);
  });
}

test('after a sign-in the key is shown at once only if the provider has just asked the person', async () => {
  const asked = new Browser();
  await asked.signIn({ name: 'asked' });
  expect(await reveal(asked)).toMatch(/^pnc_live_/);
  for (const signedInAt of silentProviders) {
    const browser = new Browser();
    forgeSignInTime(signedInAt);
    try {
      expect((await browser.signIn({ name: 'unasked' })).pathname).toBe('/dashboard');
    } finally {
      identity.forge(null);
    }
    await expect(reveal(browser)).rejects.toMatchObject({ details: { reason: 'sign_in_too_old' } });
    expect((await browser.beginConfirm(query)).origin).toBe(identity.issuer);
  }
});

test('a provider that did not ask again confirms nothing', async () => {
  for (const signedInAt of silentProviders) {
    const browser = await signedInBefore({ name: 'silent', minutes: 31 });
    const response = await browser.passProvider({ to: await browser.beginConfirm(query), name: 'silent' });
    forgeSignInTime(signedInAt);
    try {
      expect((await browser.finish(response)).href).toBe(`${origin}/login?reason=unconfirmed`);
    } finally {
      identity.forge(null);
    }
    await expect(reveal(browser)).rejects.toMatchObject({ details: { reason: 'sign_in_too_old' } });
  }
});

test('signing in as somebody else does not continue what the first person began', async () => {
  const first = await signedInBefore({ name: 'first', minutes: 31 });
  // Nobody is signed in at the provider any more.
  const browser = new Browser({ session: first.cookie('session') ?? '' });
  const response = await browser.passProvider({ to: await browser.beginConfirm(query), name: 'second' });
  expect((await browser.finish(response)).href).toBe(`${origin}/dashboard`);
  expect((await currentUser(browser.request('/dashboard')))?.user.subject).toBe('second');
});

test('S8: the page it returns to is one of ours', async () => {
  const browser = await signedInBefore({ name: 'led', minutes: 1 });
  const to = await browser.beginConfirm(`?redirectTo=${encodeURIComponent('//evil.example')}`);
  expect(to.href).toBe(`${origin}/dashboard`);
});
