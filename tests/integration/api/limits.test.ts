import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aBody, aClient, askApi, type ParsedResponse } from '#tests/integration/api/api.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

test(
  'S11: of 70 concurrent changes 60 pass; the others are told when to try again',
  { timeout: 60_000 },
  async () => {
    const client = await aClient({ web, kind: 'token' });
    const responses: ParsedResponse[] = [];
    // Ten at a time: more would time out waiting for database connections.
    for (let round = 0; round < 7; round += 1) {
      const asked = Array.from({ length: 10 }, () => client.ask('PUT /auth/user', { body: {} }));
      responses.push(...(await Promise.all(asked)));
    }
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    for (const { body, headers } of refused) {
      expect(body.error).toMatchObject({ type: 'rate_limit', details: { limit: 60, window_seconds: 60 } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('ratelimit-policy')).toBe('"write";q=60;w=60');
      expect(headers.get('ratelimit')).toMatch(/^"write";r=0;t=\d+$/);
    }
    expect((await client.ask('GET /jobs')).headers.get('ratelimit')).toMatch(/^"read";r=299;t=60$/);
  },
);

test('keys have the limit of their tier, shared by all keys of an account', async () => {
  const first = await aClient({ web });
  const second = await aClient({ web, owner: first.user });
  expect((await first.ask('GET /jobs')).headers.get('ratelimit')).toMatch(/^"key_premium";r=119;/);
  expect((await second.ask('GET /jobs')).headers.get('ratelimit')).toMatch(/^"key_premium";r=118;/);
  const ultimate = await aClient({ web, user: { tier: 'ultimate' } });
  expect((await ultimate.ask('GET /jobs')).headers.get('ratelimit-policy')).toBe('"key_ultimate";q=300;w=60');
});

test('a job can be triggered ten times a minute', async () => {
  const client = await aClient({ web, user: { tier: 'ultimate' } });
  const job = await aSavedJob({ owner: client.user });
  const other = await aSavedJob({ owner: client.user });
  for (let time = 0; time < 10; time += 1)
    expect((await client.ask(`POST /jobs/${job.id}/trigger`)).status).toBe(202);
  expect((await client.ask(`POST /jobs/${job.id}/trigger`)).status).toBe(429);
  expect((await client.ask(`POST /jobs/${other.id}/trigger`)).status).toBe(202);
});

test('an account can make ten test runs a minute', async () => {
  const client = await aClient({ web, user: { tier: 'ultimate' } });
  const statuses = [];
  for (let time = 0; time < 11; time += 1)
    statuses.push((await client.ask('POST /jobs/test', { body: aBody() })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
});

test('an account can create five keys an hour, named or in place of the default one', async () => {
  const client = await aClient({ web, kind: 'token' });
  const make = async (name: string) =>
    (await client.ask('POST /auth/api-keys', { body: { name, scope: 'write' } })).status;
  expect((await client.ask('POST /auth/regenerate-api-key')).status).toBe(200);
  expect([await make('a'), await make('b'), await make('c'), await make('d')]).toEqual([201, 201, 201, 201]);
  expect([await make('e'), (await client.ask('POST /auth/regenerate-api-key')).status]).toEqual([429, 429]);
});

test('after 30 bad credentials in a minute an address is refused before its credential is checked', async () => {
  const headers = { authorization: 'Bearer pnc_live_nonsense', 'x-forwarded-for': '203.0.113.77' };
  for (let time = 0; time < 30; time += 1)
    expect((await askApi(web, 'GET /jobs', { headers })).status).toBe(401);
  const client = await aClient({ web });
  const good = await client.ask('GET /jobs', { headers: { 'x-forwarded-for': '203.0.113.77' } });
  expect([good.status, good.body.error?.type]).toEqual([429, 'rate_limit']);
  // Before its body is read, too.
  const exchange = await askApi(web, 'POST /auth/token', { headers, body: 'nonsense' });
  expect([exchange.status, exchange.body.error?.details]).toMatchObject([429, { policy: 'bad_credentials' }]);
  expect((await client.ask('GET /jobs', { headers: { 'x-forwarded-for': '203.0.113.78' } })).status).toBe(
    200,
  );
  expect(await db().securityEvent.count({ where: { code: 'key_bad', ip: '203.0.113.77' } })).toBe(30);
});

test('the addresses of an IPv6 /64 count as one client', async () => {
  const ask = async (ip: string) => {
    const headers = { authorization: 'Bearer pnc_live_nonsense', 'x-forwarded-for': ip };
    return (await askApi(web, 'GET /jobs', { headers })).status;
  };
  for (let host = 1; host <= 30; host += 1) expect(await ask(`2001:db8:1:2::${host}`)).toBe(401);
  expect([await ask('2001:db8:1:2:9:9:9:9'), await ask('2001:db8:1:3::1')]).toEqual([429, 401]);
  expect(await db().securityEvent.count({ where: { code: 'key_bad', ip: '2001:db8:1:2::30' } })).toBe(1);
});

test('an address can exchange tokens ten times a minute', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.79' };
  const body = { nothing: 1 };
  for (let time = 0; time < 10; time += 1)
    expect((await askApi(web, 'POST /auth/token', { headers, body })).status).toBe(400);
  expect((await askApi(web, 'POST /auth/token', { headers, body })).status).toBe(429);
});
