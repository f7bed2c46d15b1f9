import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aClient, askApi, aToken } from '#tests/integration/api/api.ts';
import { lockOwnerRow } from '#tests/integration/lock-owner-row.ts';
import { aUser } from '#tests/integration/makers.ts';
import { aVisitor, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;
let provider: Server;
let key: CryptoKey;
let issuer: string;

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  key = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  provider = createServer((request, response) => {
    const document = {
      ...{
        issuer,
        jwks_uri: `${issuer}/jwks`,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
      },
      ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
      id_token_signing_alg_values_supported: ['RS256'],
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/jwks' ? { keys: [jwk] } : document));
  });
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'punctual',
    OIDC_CLIENT_SECRET: 'of-tests',
  });
  web = await startWeb();
}, 180_000);

afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
  await web.stop();
});

const nowSeconds = () => Math.floor(Date.now() / 1000);
const claims = (): JWTPayload & Record<string, unknown> => ({
  ...{ iss: issuer, aud: 'punctual', sub: 'ada', iat: nowSeconds(), exp: nowSeconds() + 3_600 },
  ...{ jti: crypto.randomUUID(), email: 'ada@example.com', email_verified: true },
});
const signed = (payload: JWTPayload, by: CryptoKey = key) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(by);
const exchange = (token: unknown, given = {}) =>
  askApi<{ token: string; expires_in: number }>(web, 'POST /auth/token', { body: { token, ...given } });

test('an id_token is exchanged, once, for the 15-minute product token', async () => {
  const token = await signed(claims());
  const { status, body, headers } = await exchange(token);
  expect([status, body.data.expires_in, headers.get('cache-control')]).toEqual([200, 900, 'no-store']);
  expect(headers.getSetCookie()).toEqual([]);
  const bearer = { authorization: `Bearer ${body.data.token}` };
  expect((await askApi(web, 'GET /jobs', { headers: bearer })).status).toBe(200);
  const again = await exchange(token);
  expect([again.status, again.body.error?.type]).toEqual([401, 'authentication_error']);
  // With a different encoding of the same signature it is still the same token.
  expect((await exchange(`${token}=`)).status).toBe(401);
  const user = await db().user.findFirstOrThrow({ where: { issuer, subject: 'ada' } });
  expect(await db().securityEvent.count({ where: { code: 'login', actorId: user.id } })).toBe(1);
  expect(await db().securityEvent.count({ where: { code: 'token_reused' } })).toBeGreaterThan(0);
});

test('an id_token reveals the key only if it says that the person signed in within 30 minutes', async () => {
  const statuses = [];
  for (const seconds of [undefined, 31 * 60, 29 * 60]) {
    const at = seconds !== undefined && { auth_time: nowSeconds() - seconds };
    const { body } = await exchange(await signed({ ...claims(), sub: 'shown', ...at }));
    const headers = { authorization: `Bearer ${body.data.token}` };
    statuses.push((await askApi(web, 'POST /auth/api-key/reveal', { headers })).status);
  }
  expect(statuses).toEqual([403, 403, 200]);
});

test('of many concurrent exchanges of one id_token one succeeds', async () => {
  const token = await signed({ ...claims(), sub: 'crowd' });
  const responses = await Promise.all(Array.from({ length: 8 }, () => exchange(token)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('S7: an id_token that is forged, from another issuer, for another audience, too old or unsigned is refused', async () => {
  const other = await generateKeyPair('RS256', { extractable: true });
  const bad: Record<string, string> = {
    'another key': await signed(claims(), other.privateKey),
    'another issuer': await signed({ ...claims(), iss: 'https://evil.example' }),
    'another audience': await signed({ ...claims(), aud: 'another-client' }),
    'several audiences': await signed({ ...claims(), aud: ['punctual', 'another'] }),
    'made for another': await signed({ ...claims(), azp: 'another' }),
    expired: await signed({ ...claims(), exp: nowSeconds() - 60 }),
    'six minutes old': await signed({ ...claims(), iat: nowSeconds() - 360 }),
    'of the future': await signed({ ...claims(), iat: nowSeconds() + 600 }),
    'without a subject': await signed({ ...claims(), sub: '' }),
    unsigned: new UnsecuredJWT(claims()).encode(),
    'by our secret': await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('of-tests')),
    'key in the token': await new SignJWT(claims())
      .setProtectedHeader({ alg: 'RS256', kid: 'two', jwk: await exportJWK(other.publicKey) })
      .sign(other.privateKey),
    'no token': 'nonsense',
    'a product token': await aToken(await aUser()),
  };
  const logged = () => db().securityEvent.count({ where: { code: 'token_bad', path: '/api/v1/auth/token' } });
  const before = await logged();
  for (const [what, token] of Object.entries(bad)) {
    const response = await exchange(token);
    const { type, message } = response.body.error ?? {};
    expect([response.status, type, message], what).toEqual([
      ...[401, 'authentication_error', 'Authentication failed. Please try again.'],
    ]);
  }
  const nonce = await exchange(await signed({ ...claims(), nonce: 'a' }), { nonce: 'b' });
  expect(nonce.status).toBe(401);
  expect((await exchange(await signed({ ...claims(), nonce: 'a' }), { nonce: 'a' })).status).toBe(200);
  expect((await logged()) - before).toBe(Object.keys(bad).length + 1);
});

test('a body without the token is a validation error', async () => {
  for (const body of [{}, { token: 7 }, { token: '' }, { token: 'x', extra: 1 }]) {
    const { status, body: response } = await askApi(web, 'POST /auth/token', { body });
    expect([status, response.error?.type]).toEqual([400, 'validation_error']);
  }
});

test('a body of more than 16 KiB is refused as too large', async () => {
  expect((await exchange('x'.repeat(14_336), { nonce: '\u0001'.repeat(256) })).status).toBe(401);
  const { status, body } = await exchange('x'.repeat(16 * 1_024));
  expect([status, body.error?.type]).toEqual([413, 'payload_too_large']);
});

test('S9: a product token that is forged, expired, or of an ended session is refused', async () => {
  const user = await aUser();
  const good = await aToken(user);
  const ask = async (token: string) =>
    (await askApi(web, 'GET /jobs', { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await ask(good)).toBe(200);
  const [head = '', payload = '', signature = ''] = good.split('.');
  const read = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
  const forged = Buffer.from(JSON.stringify({ ...read, sub: '1' })).toString('base64url');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const token of [`${head}.${forged}.${signature}`, `${none}.${payload}.`, `${head}.${payload}.`]) {
    expect(await ask(token)).toBe(401);
  }
  await db().session.deleteMany({ where: { userId: user.id } });
  expect(await ask(good)).toBe(401);
  expect((await askApi(web, 'GET /jobs', { headers: { cookie: `session=${good}` } })).status).toBe(401);
});

test('keys are created, listed and revoked with a token; a new one is shown once', async () => {
  const client = await aClient({ web, kind: 'token' });
  const made = await client.ask<{ id: number; api_key: string }>('POST /auth/api-keys', {
    body: { name: 'CI', scope: 'read' },
  });
  expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect(made.body.data.api_key).toMatch(/^pnc_live_[0-9A-Za-z]{36}$/);
  const headers = { authorization: `Bearer ${made.body.data.api_key}` };
  expect((await askApi(web, 'GET /jobs', { headers })).status).toBe(200);
  expect((await askApi(web, 'POST /jobs', { headers, body: {} })).status).toBe(403);
  const listed = await client.ask('GET /auth/api-keys');
  expect(listed.body.data).toMatchObject([
    {
      name: 'CI',
      scope: 'read',
      masked: `pnc_live_…${made.body.data.api_key.slice(-4)}`,
      last_used_at: expect.any(String) as string,
    },
  ]);
  expect(listed.text).not.toContain(made.body.data.api_key);
  expect((await client.ask('POST /auth/api-keys', { body: { name: 'CI' } })).status).toBe(400);
  expect((await client.ask('POST /auth/api-keys', { body: { name: 'Default' } })).status).toBe(400);
  const stranger = await aClient({ web, kind: 'token' });
  expect((await stranger.ask(`DELETE /auth/api-keys/${made.body.data.id}`)).status).toBe(404);
  expect((await client.ask(`DELETE /auth/api-keys/${made.body.data.id}`)).status).toBe(200);
  expect((await askApi(web, 'GET /jobs', { headers })).status).toBe(401);
});

test('the current user is under user, with the key masked; names are changed individually', async () => {
  const client = await aClient({ web, kind: 'token', user: { firstName: 'Ada', lastName: 'Byron' } });
  const made = await client.ask<{ api_key: string }>('POST /auth/regenerate-api-key');
  const { body, text } = await client.ask('GET /auth/user');
  expect(body.data).toMatchObject({
    user: {
      ...{
        id: client.user.id,
        role: 'user',
        subscription_tier: 'premium',
        first_name: 'Ada',
        last_name: 'Byron',
      },
      api_key: `pnc_live_…${made.body.data.api_key.slice(-4)}`,
    },
  });
  expect(text).not.toContain(made.body.data.api_key);
  const saved = await client.ask('PUT /auth/user', { body: { lastName: 'Lovelace' } });
  expect(saved.body.data).toMatchObject({ user: { first_name: 'Ada', last_name: 'Lovelace' } });
  // As JSON Schema counts: by characters, however many units of UTF-16 they take.
  const long = await client.ask('PUT /auth/user', { body: { first_name: '💥'.repeat(100) } });
  expect(long.body.data).toMatchObject({ user: { first_name: '💥'.repeat(100) } });
  const longer = await client.ask('PUT /auth/user', { body: { first_name: '💥'.repeat(101) } });
  expect([longer.status, Object.keys(longer.body.error?.details ?? {})]).toEqual([400, ['first_name']]);
  const mail = await client.ask('PUT /auth/user', { body: { email: 'x@example.com' } });
  expect([mail.status, Object.keys(mail.body.error?.details ?? {})]).toEqual([400, ['email']]);
});

test('S12: a regenerated key stops working at once; the new one is shown only within 30 minutes of the sign-in', async () => {
  const client = await aClient({ web, kind: 'token' });
  const make = async () =>
    (await client.ask<{ api_key: string }>('POST /auth/regenerate-api-key')).body.data.api_key;
  const [old, next] = [await make(), await make()];
  const ask = async (key: string) =>
    (await askApi(web, 'GET /jobs', { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await ask(old), await ask(next)]).toEqual([401, 200]);
  const shown = await client.ask('POST /auth/api-key/reveal');
  expect([shown.body.data, shown.headers.get('cache-control')]).toEqual([{ api_key: next }, 'no-store']);
  const longAgo = new Date(Date.now() - 31 * 60_000);
  await db().session.updateMany({ where: { userId: client.user.id }, data: { authenticatedAt: longAgo } });
  const refused = await client.ask('POST /auth/api-key/reveal');
  expect([refused.status, refused.body.error?.details]).toEqual([403, { reason: 'sign_in_too_old' }]);
  expect(await db().securityEvent.count({ where: { actorId: client.user.id, code: 'key_viewed' } })).toBe(1);
});

test('a response with a key is not stored: an Idempotency-Key does not repeat it', async () => {
  const client = await aClient({ web, kind: 'token' });
  const headers = { 'idempotency-key': 'again' };
  const ask = (call: string, body?: object) =>
    client.ask<{ api_key: string }>(call, { headers, ...(body && { body }) });
  const [first, second] = [
    await ask('POST /auth/regenerate-api-key'),
    await ask('POST /auth/regenerate-api-key'),
  ];
  expect(second.body.data.api_key).not.toBe(first.body.data.api_key);
  const shown = () => ask('POST /auth/api-key/reveal');
  expect([(await shown()).status, (await shown()).status]).toEqual([200, 200]);
  expect(await db().securityEvent.count({ where: { actorId: client.user.id, code: 'key_viewed' } })).toBe(2);
  expect((await ask('POST /auth/api-keys', { name: 'CI' })).status).toBe(201);
  expect((await ask('POST /auth/api-keys', { name: 'CI' })).status).toBe(400);
  const longAgo = new Date(Date.now() - 31 * 60_000);
  await db().session.updateMany({ where: { userId: client.user.id }, data: { authenticatedAt: longAgo } });
  const refused = await shown();
  expect([refused.status, refused.text.includes('pnc_live_')]).toEqual([403, false]);
  expect(await db().idempotencyKey.count({ where: { userId: client.user.id } })).toBe(0);
});

test('two pages that request a missing key at once get the same one, which works', async () => {
  const client = await aClient({ web, kind: 'token' });
  const gate = await lockOwnerRow({ ownerId: client.user.id });
  const asked = [0, 1].map(() => client.ask<{ api_key: string }>('POST /auth/api-key/reveal'));
  await gate.openOnceWaiting(2);
  const [first, second] = (await Promise.all(asked)).map(({ body }) => body.data.api_key);
  expect(second).toBe(first);
  const headers = { authorization: `Bearer ${first ?? ''}` };
  expect((await askApi(web, 'GET /jobs', { headers })).status).toBe(200);
  expect(await db().apiKey.count({ where: { userId: client.user.id } })).toBe(1);
});

const ownPage = { 'sec-fetch-site': 'same-origin' };
const askTicket = async (cookie: string) => {
  const response = await web.ask('/dashboard/token', { method: 'POST', headers: { ...ownPage, cookie } });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return ((await response.json()) as { ticket: string }).ticket;
};

test("D21: a page's ticket is exchanged, once and within a minute, for the token of its session", async () => {
  const { cookie, userId } = await aVisitor();
  const ticket = await askTicket(cookie);
  expect(ticket).toMatch(/^[\w-]{43}$/);
  const responses = await Promise.all(Array.from({ length: 6 }, () => exchange(ticket)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  const token = responses.find(({ status }) => status === 200)?.body.data.token ?? '';
  const bearer = { authorization: `Bearer ${token}` };
  expect((await askApi(web, 'GET /auth/user', { headers: bearer })).body.data).toMatchObject({
    user: { id: userId },
  });
  expect(await db().securityEvent.count({ where: { code: 'token_reused' } })).toBeGreaterThan(4);
  expect(await db().session.count({ where: { userId } })).toBe(1);

  await web.ask('/logout', { method: 'POST', headers: { ...ownPage, cookie } });
  expect((await askApi(web, 'GET /auth/user', { headers: bearer })).status).toBe(401);
});

test('a ticket that is too old, of an ended session, or made up is refused', async () => {
  const { cookie, userId } = await aVisitor();
  const old = await askTicket(cookie);
  await db().oneTimeToken.updateMany({
    where: { session: { userId } },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  const ended = await askTicket(cookie);
  await db().session.deleteMany({ where: { userId } });
  for (const ticket of [old, ended, 'A'.repeat(43)]) expect((await exchange(ticket)).status).toBe(401);
  const refused = await web.ask('/dashboard/token', { method: 'POST', headers: { ...ownPage, cookie } });
  expect([refused.status, await refused.text()]).toEqual([401, '{}']);
});

test('another site gets no ticket', async () => {
  const { cookie } = await aVisitor();
  const headers = { cookie, 'sec-fetch-site': 'cross-site' };
  expect((await web.ask('/dashboard/token', { method: 'POST', headers })).status).toBe(403);
  expect((await web.ask('/dashboard/token', { headers: { cookie } })).headers.get('location')).toBe(
    '/dashboard',
  );
});
