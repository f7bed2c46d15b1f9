import { SignJWT, decodeJwt, generateKeyPair, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentUser } from '#app/http/session/guards.server.ts';
import { db } from '#server/database/db.server.ts';
import { Browser, origin } from '#tests/integration/sign-in/browser.ts';
import { startIdentity, type Forger, type TestIdentity } from '#tests/integration/sign-in/identity.ts';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startIdentity({ callbackUrl: `${origin}/auth/callback` });
  Object.assign(process.env, {
    APP_ORIGIN: origin,
    OIDC_ISSUER: identity.issuer,
    OIDC_CLIENT_ID: identity.clientId,
    OIDC_CLIENT_SECRET: identity.clientSecret,
    ADMIN_EMAILS: 'Root@Example.com, unverified-root@example.com',
  });
});

afterAll(() => identity.stop());

test('a sign-in creates the account, opens a session and leads to the requested page', async () => {
  const browser = new Browser();
  const end = await browser.signIn({ name: 'ada', query: '?redirectTo=%2Fdashboard%2Fjobs%2F7%3Fpage%3D2' });

  expect(end.href).toBe(`${origin}/dashboard/jobs/7?page=2`);
  const signedIn = await currentUser(browser.request('/dashboard'));
  expect(signedIn?.user).toMatchObject({ subject: 'ada', issuer: identity.issuer, email: 'ada@example.com' });
  expect(signedIn?.user).toMatchObject({ emailVerified: true, firstName: 'Ada', role: 'user', tier: 'free' });
  expect(await codesOf(signedIn?.user.id)).toEqual(['login']);
});

test('a second sign-in finds the same account and ends the previous session', async () => {
  const browser = new Browser();
  await browser.signIn({ name: 'twice' });
  const former = browser.cookie('session');
  await browser.signIn({ name: 'twice' });

  expect(browser.cookie('session')).not.toBe(former);
  expect(await db().user.count({ where: { subject: 'twice' } })).toBe(1);
  expect(await db().session.count({ where: { user: { subject: 'twice' } } })).toBe(1);
});

test('the database stores no usable session id', async () => {
  const browser = new Browser();
  await browser.signIn({ name: 'dumped' });
  const rows = await db().session.findMany({ where: { user: { subject: 'dumped' } } });
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(browser.cookie('session'));
});

test('the first verified address on the list becomes the admin, and only the first', async () => {
  for (const name of ['unverified-root', 'root', 'ROOT']) await new Browser().signIn({ name });
  const admins = await db().user.findMany({ where: { role: 'admin' }, select: { subject: true } });
  expect(admins).toEqual([{ subject: 'root' }]);
});

test('a suspended account gets a message and no session', async () => {
  await new Browser().signIn({ name: 'suspended' });
  const { id } = await db().user.update({
    where: { issuer_subject: { issuer: identity.issuer, subject: 'suspended' } },
    data: { suspendedAt: new Date() },
  });
  await db().session.deleteMany({ where: { userId: id } });

  const browser = new Browser();
  expect((await browser.signIn({ name: 'suspended' })).search).toBe('?reason=suspended');
  expect(browser.cookie('session')).toBeUndefined();
  expect(await codesOf(id)).toEqual(['login', 'access_denied']);
});

test('D6: an unreadable profile does not block the sign-in, and is logged as a security event', async () => {
  identity.breakProfile(true);
  try {
    expect((await new Browser().signIn({ name: 'unread' })).pathname).toBe('/dashboard');
  } finally {
    identity.breakProfile(false);
  }
  const events = await db().securityEvent.findMany({ where: { code: 'sync_failed' } });
  expect(events).toMatchObject([{ type: 'AUTH_FAILURE', path: '/auth/callback' }]);
});

test('refusing consent leads to the sign-in page with its own message', async () => {
  const browser = new Browser();
  const to = await browser.begin();
  const state = to.searchParams.get('state') ?? '';
  const response = new URL(
    `${origin}/auth/callback?${new URLSearchParams({ error: 'access_denied', state, iss: identity.issuer })}`,
  );
  expect((await browser.finish(response)).href).toBe(`${origin}/login?reason=denied`);
  expect(await lastFailure()).toContain('access_denied');
});

test('S7: a wrong state is refused', async () => {
  const browser = new Browser();
  const response = await browser.passProvider({ to: await browser.begin(), name: 'state' });
  response.searchParams.set('state', 'another');
  await expectRefused({ browser, response });
});

test('S7: a response from another issuer is refused', async () => {
  const browser = new Browser();
  const response = await browser.passProvider({ to: await browser.begin(), name: 'iss' });
  response.searchParams.set('iss', 'https://elsewhere.example');
  await expectRefused({ browser, response });
});

test('S7: a code cannot be used in a browser that did not start the sign-in', async () => {
  const thief = new Browser();
  const victim = new Browser();
  const response = await victim.passProvider({ to: await victim.begin(), name: 'stolen' });
  await expectRefused({ browser: thief, response, reason: 'stale' });
});

test('S7: a code bound to another verifier is refused', async () => {
  const browser = new Browser();
  const to = await browser.begin();
  // The challenge of another verifier, as if another browser had requested the code.
  to.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  const response = await browser.passProvider({ to, name: 'verifier' });
  await expectRefused({ browser, response });
});

test('S7: a response is accepted once', async () => {
  const browser = new Browser();
  const response = await browser.passProvider({ to: await browser.begin(), name: 'reuse' });
  const transaction = browser.cookie('signin') ?? '';
  expect((await browser.finish(response)).pathname).toBe('/dashboard');
  expect(browser.cookie('signin')).toBeUndefined();
  await expectRefused({ browser: new Browser(), response, reason: 'stale' });

  const keeper = new Browser({ signin: transaction });
  await expectRefused({ browser: keeper, response });
});

const hourMs = 3600;
const forgeries: Record<string, (claims: JWTPayload) => JWTPayload> = {
  nonce: (claims) => ({ ...claims, nonce: 'another' }),
  audience: (claims) => ({ ...claims, aud: 'another-client' }),
  issuer: (claims) => ({ ...claims, iss: 'https://elsewhere.example' }),
  expiry: (claims) => ({
    ...claims,
    iat: Number(claims.iat) - 2 * hourMs,
    exp: Number(claims.exp) - 2 * hourMs,
  }),
};

test.each(Object.entries(forgeries))('S7: an id_token with a wrong %s is refused', async (_name, change) => {
  await expectForgeryRefused(async (idToken, key) => {
    const header = { alg: 'RS256', kid: 'test' };
    return new SignJWT(change(decodeJwt(idToken))).setProtectedHeader(header).sign(key);
  });
});

test('an id_token signed again without a change is accepted, so the forgeries fail for what they forge', async () => {
  identity.forge(async (idToken, key) =>
    new SignJWT(decodeJwt(idToken)).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(key),
  );
  try {
    expect((await new Browser().signIn({ name: 'resigned' })).pathname).toBe('/dashboard');
  } finally {
    identity.forge(null);
  }
});

test('S7: an id_token without a signature is refused', async () => {
  await expectForgeryRefused((idToken) => Promise.resolve(new UnsecuredJWT(decodeJwt(idToken)).encode()));
});

test('S7: an id_token signed with the client secret instead of the key is refused', async () => {
  await expectForgeryRefused((idToken) =>
    new SignJWT(decodeJwt(idToken))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(identity.clientSecret)),
  );
});

test('S7: an id_token signed with a key the attacker chose is refused', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  await expectForgeryRefused((idToken) => {
    const header = {
      alg: 'RS256',
      kid: 'test',
      jku: 'https://elsewhere.example/jwks',
      x5u: 'https://elsewhere.example/c',
    };
    return new SignJWT(decodeJwt(idToken)).setProtectedHeader(header).sign(privateKey);
  });
});

test('S8: a sign-in never redirects to another site, and the attempt is logged', async () => {
  for (const target of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    'javascript:x',
  ]) {
    const before = await db().securityEvent.count({ where: { code: 'open_redirect' } });
    const end = await new Browser().signIn({
      name: 'redirected',
      query: `?redirectTo=${encodeURIComponent(target)}`,
    });
    expect(end.href).toBe(`${origin}/dashboard`);
    expect(await db().securityEvent.count({ where: { code: 'open_redirect' } })).toBe(before + 1);
  }
});

async function expectForgeryRefused(forger: Forger): Promise<void> {
  const browser = new Browser();
  const response = await browser.passProvider({ to: await browser.begin(), name: 'forged' });
  identity.forge(forger);
  try {
    await expectRefused({ browser, response });
  } finally {
    identity.forge(null);
  }
}

async function expectRefused({
  browser,
  response,
  reason = 'failed',
}: {
  browser: Browser;
  response: URL;
  reason?: string;
}): Promise<void> {
  const before = await db().securityEvent.count({ where: { code: 'login_failed' } });
  const end = await browser.finish(response);
  expect(end.href).toBe(`${origin}/login?reason=${reason}`);
  expect(browser.cookie('session')).toBeUndefined();
  expect(browser.cookie('signin')).toBeUndefined();
  expect(await db().securityEvent.count({ where: { code: 'login_failed' } })).toBe(before + 1);
}

async function codesOf(userId: number | undefined): Promise<string[]> {
  const events = await db().securityEvent.findMany({
    where: { actorId: userId ?? 0 },
    orderBy: { id: 'asc' },
  });
  return events.map(({ code }) => code);
}

async function lastFailure(): Promise<string> {
  const event = await db().securityEvent.findFirst({
    where: { code: 'login_failed' },
    orderBy: { id: 'desc' },
  });
  return event?.message ?? '';
}
