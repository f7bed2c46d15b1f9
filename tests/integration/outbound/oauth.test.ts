import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { OAuthClient } from '#domain/job/request-auth.ts';
import { db } from '#server/database/db.server.ts';
import { tokenRequest } from '#server/outbound/request/request-token.server.ts';
import type { FollowResult } from '#server/outbound/types.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { aCall } from '#tests/cases/outbound-kit.ts';
import { callOut } from '#worker/call-out.ts';
import { aUser } from '../makers.ts';

// A certified OpenID provider issues the tokens; a handler before it sends responses that no provider would.

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function listening(handler: Handler) {
  const server = createServer(handler);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Echoes the request, or responds with a status a test sets. */
const target = { status: 200, sent: [] as (string | undefined)[] };
const targetHost = await listening((request, response) => {
  target.sent.push(request.headers.authorization);
  response.statusCode = target.status;
  response.end(JSON.stringify(request.headers));
});

const secret = 's3cret &+%:1';
let provide: Handler = () => undefined;
/** Replaces the next responses of the token URL. */
let instead: ((response: ServerResponse) => void) | null = null;
let asked = 0;
const issuerHost = await listening((request, response) => {
  asked += 1;
  if (instead) instead(response);
  else provide(request, response);
});
const issuer = `http://${issuerHost}`;
const audience = 'https://api.example.com';
provide = new Provider(issuer, {
  clients: (['client_secret_basic', 'client_secret_post'] as const).map((method) => ({
    ...{ client_id: `robot:${method}`, client_secret: secret, token_endpoint_auth_method: method },
    ...{ grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
  })),
  scopes: ['reports.read'],
  features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
  cookies: { keys: ['a-cookie-key-of-tests'] },
}).callback();
process.env['OUTBOUND_ALLOW_TARGETS'] = `${targetHost},${issuerHost},127.0.0.1:1`;

afterEach(() => {
  instead = null;
  Object.assign(target, { status: 200, sent: [] });
  asked = 0;
});

const client: OAuthClient = {
  ...{ type: 'oauth2', tokenUrl: `${issuer}/token`, clientId: 'robot:client_secret_basic' },
  ...{ clientSecret: secret, scope: 'reports.read', audience, clientAuth: 'basic' },
};
const { signal } = new AbortController();

type Given = Partial<OAuthClient> & { ownerId: number; mayFollow?: () => FollowResult };

async function called({ ownerId, mayFollow, ...given }: Given) {
  const auth = { ...client, ...given };
  const call = aCall({ ownerId, auth, url: `http://${targetHost}/run` });
  return callOut({ call, signal, ...(mayFollow && { mayFollow }) });
}

const respondWith = (status: number, body: unknown) => (response: ServerResponse) => {
  response.statusCode = status;
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

test.each(['basic', 'body'] as const)(
  'a real provider issues a token to a client that authenticates in %s, and the call uses it',
  async (clientAuth) => {
    const { id: ownerId } = await aUser();
    const clientId = `robot:client_secret_${clientAuth === 'basic' ? 'basic' : 'post'}`;
    const made = await called({ ownerId, clientId, clientAuth });
    expect(made).toMatchObject({ isSuccess: true, errorCode: null });
    expect(target.sent).toEqual([expect.stringMatching(/^Bearer [\w-]{20,}$/)]);
    const token = target.sent[0]?.slice('Bearer '.length) ?? '';
    // The target repeated it: the stored response has a mask.
    expect(JSON.stringify(made.result)).toContain('********');
    for (const hidden of [token, secret]) expect(JSON.stringify(made.result)).not.toContain(hidden);
    const rows = await db().accessToken.findMany({ where: { ownerId } });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain('s3cret');
  },
);

test('a token is reused until shortly before it expires, and shared by simultaneous calls', async () => {
  const { id: ownerId } = await aUser();
  await Promise.all([1, 2, 3].map(() => called({ ownerId })));
  await called({ ownerId });
  expect([asked, new Set(target.sent).size]).toEqual([1, 1]);
  const { endsAt, renewAt } = await db().accessToken.findFirstOrThrow({ where: { ownerId } });
  // The provider says 600 s; a tenth of it is the margin.
  expect((endsAt.getTime() - Date.now()) / 1_000).toBeCloseTo(540, -1);
  expect((renewAt.getTime() - Date.now()) / 1_000).toBeCloseTo(405, -1);

  // Another account, scope or secret gets its own token.
  await called({ ownerId: (await aUser()).id });
  await called({ ownerId, scope: null });
  expect(asked).toBe(3);
  await db().accessToken.updateMany({ where: { ownerId }, data: { endsAt: new Date() } });
  await called({ ownerId });
  expect(asked).toBe(4);
});

test('a token in its last quarter is used and renewed in the background', async () => {
  const { id: ownerId } = await aUser();
  await called({ ownerId });
  await db().accessToken.updateMany({ where: { ownerId }, data: { renewAt: new Date() } });
  const { token } = await db().accessToken.findFirstOrThrow({ where: { ownerId } });
  await called({ ownerId });
  expect(new Set(target.sent).size).toBe(1);
  await expect
    .poll(async () => (await db().accessToken.findFirstOrThrow({ where: { ownerId } })).token)
    .not.toBe(token);
  expect(asked).toBe(2);
  await called({ ownerId });
  expect(new Set(target.sent).size).toBe(2);
});

test('a 401 from the target drops the token, so that the next attempt requests another', async () => {
  const { id: ownerId } = await aUser();
  target.status = 401;
  expect(await called({ ownerId })).toMatchObject({ errorCode: 'status_rejected' });
  expect(await db().accessToken.count({ where: { ownerId } })).toBe(0);
  target.status = 200;
  await called({ ownerId });
  expect([asked, new Set(target.sent).size]).toEqual([2, 2]);
});

test.each([
  ['a token without expires_in is kept for 5 min', { access_token: 't-1' }, 300],
  ['a token with expires_in as a text is kept that long', { access_token: 't-1', expires_in: '100' }, 90],
  ['a token valid for a year is kept for a day', { access_token: 't-1', expires_in: 31_536_000 }, 86_400],
])('%s', async (_, body, seconds) => {
  const { id: ownerId } = await aUser();
  instead = respondWith(200, body);
  expect((await called({ ownerId })).isSuccess).toBe(true);
  const { endsAt } = await db().accessToken.findFirstOrThrow({ where: { ownerId } });
  expect((endsAt.getTime() - Date.now()) / 1_000).toBeCloseTo(seconds, -1);
});

test('a token that expires at once is used once', async () => {
  const { id: ownerId } = await aUser();
  instead = respondWith(200, { access_token: 't-1', expires_in: 0 });
  await called({ ownerId });
  await called({ ownerId });
  expect([asked, target.sent]).toEqual([2, ['Bearer t-1', 'Bearer t-1']]);
});

test('a client unknown to the provider fails the attempt, which is retried', async () => {
  const { id: ownerId } = await aUser();
  const made = await called({ ownerId, clientSecret: 'wrong-canary' });
  expect(made).toMatchObject({
    ...{ isSuccess: false, errorCode: 'token_failed', retryAt: expect.any(Number) as number },
    verdict: 'Failed: no access token was issued: the token URL responded with 401 (invalid_client).',
  });
  expect(target.sent).toEqual([]);
  expect(JSON.stringify(made.result)).not.toContain('wrong-canary');
});

test.each([
  ['an error that contains a secret', 400, { error: 'bad s3cret' }, 'responded with 400.'],
  ['a redirect', 302, '', 'responded with 302, and its redirects are not followed.'],
  ['something other than JSON', 200, '<html>', 'has no access_token.'],
  ['no token', 200, { token: 'x' }, 'has no access_token.'],
  ['another type', 200, { access_token: 'x', token_type: 'mac' }, 'of another type than Bearer.'],
  ['an overlong token', 200, { access_token: 'x'.repeat(4_090) }, 'longer than 4 KiB.'],
  ['a token with a line break', 200, { access_token: 'a\r\nx: 1' }, 'cannot stand in a header.'],
  ['too much data', 200, { access_token: 'x', more: 'y'.repeat(70_000) }, 'larger than 64 KiB.'],
])('a token URL that returns %s fails the attempt', async (_, status, body, end) => {
  const { id: ownerId } = await aUser();
  instead = respondWith(status, body);
  const { errorCode, verdict, retryAt } = await called({ ownerId });
  expect([errorCode, verdict]).toEqual(['token_failed', expect.stringContaining(end)]);
  expect(retryAt).not.toBeNull();
  expect(verdict).not.toContain('s3cret');
  expect(target.sent).toEqual([]);
});

test('a token URL is guarded like a target, and counts against the limit of its domain', async () => {
  const { id: ownerId } = await aUser();
  const verdictOf = async (given: Omit<Given, 'ownerId'>) =>
    (await called({ ownerId, ...given })).verdict.replace('Failed: no access token was issued: ', '');
  expect(await verdictOf({ tokenUrl: 'http://10.0.0.1/token' })).toBe(
    'the token URL is not an address on the public internet.',
  );
  expect(await verdictOf({ tokenUrl: 'http://127.0.0.1:1/token' })).toBe(
    'asking the token URL failed: no connection could be established (the connection was refused).',
  );
  expect(await verdictOf({ mayFollow: () => 'capped' })).toBe(
    'the domain of the token URL has reached its request limit for this minute.',
  );
  expect(asked).toBe(0);
  await expect.poll(() => db().securityEvent.count({ where: { actorId: ownerId } })).toBe(1);
});

test('secrets of the account are rendered, also in the path of the token URL', async () => {
  const owner = await aUser();
  await setSecret({ owner, name: 'CLIENT', value: secret });
  await setSecret({ owner, name: 'TENANT', value: 'token' });
  const named = { clientSecret: '{{secret.CLIENT}}', tokenUrl: `${issuer}/{{secret.TENANT}}` };
  expect(await called({ ownerId: owner.id, ...named })).toMatchObject({ isSuccess: true });
  expect(await called({ ownerId: owner.id, ...named, scope: '{{secret.NONE}}' })).toMatchObject({
    verdict: 'Failed: the secret NONE does not exist; nothing was sent.',
  });
});

test('the token request follows RFC 6749', () => {
  const basic = tokenRequest(client);
  expect(basic).toMatchObject({ method: 'POST', url: `${issuer}/token` });
  expect(basic.headers['authorization']).toBe(
    `Basic ${Buffer.from('robot%3Aclient_secret_basic:s3cret+%26%2B%25%3A1').toString('base64')}`,
  );
  expect(basic.payload).toBe(
    'grant_type=client_credentials&scope=reports.read&audience=https%3A%2F%2Fapi.example.com',
  );
  const inBody = tokenRequest({ ...client, clientAuth: 'body', scope: null, audience: null });
  expect(inBody.headers).not.toHaveProperty('authorization');
  expect(inBody.payload).toBe(
    'grant_type=client_credentials&client_id=robot%3Aclient_secret_basic&client_secret=s3cret+%26%2B%25%3A1',
  );
});
