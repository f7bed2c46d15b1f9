import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '#app/http/session/session-cookie.server.ts';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { aClient, askApi } from '#tests/integration/api/api.ts';
import { aUser } from '#tests/integration/makers.ts';
import { origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

// One account used by two browsers and a program at the same time.

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

/** A browser of an account: sends forms of its pages. */
async function aBrowser({ id: userId }: User) {
  const request = { id: 'r', ip: '127.0.0.1', userAgent: 'test' };
  const { token } = await createSession({ tx: db(), userId, authenticatedAt: new Date(), request });
  const cookie = `${sessionCookieName(origin)}=${token}`;
  return async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const response = await web.ask(path, { method: 'POST', headers: { cookie, origin }, body });
    await response.text();
    return response.status;
  };
}

test('two browsers and a program save the names at once: each succeeds, and one save is stored whole', async () => {
  const user = await aUser();
  const [one, two] = [await aBrowser(user), await aBrowser(user)];
  const program = await aClient({ web, kind: 'token', owner: user });
  const pairs = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const names = ['one', 'two', 'program'].map((who) => ({
      first: `${who} ${round}`,
      last: `${round} of ${who}`,
    }));
    const [a, b, c] = names as [(typeof names)[0], (typeof names)[0], (typeof names)[0]];
    const form = ({ first, last }: typeof a) => ({ firstName: first, lastName: last });
    const statuses = await Promise.all([
      one('/dashboard/settings?form=profile', form(a)),
      two('/dashboard/settings?form=profile', form(b)),
      program
        .ask('PUT /auth/user', { body: { first_name: c.first, last_name: c.last } })
        .then(({ status }) => status),
    ]);
    expect(statuses.every((status) => status < 400)).toBe(true);
    const { firstName, lastName } = await db().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(names.map(({ first, last }) => `${first}, ${last}`)).toContain(`${firstName}, ${lastName}`);
    pairs.add(`${firstName}, ${lastName}`);
  }
  expect(pairs.size).toBe(10);
});

test('a key is regenerated from several places while calls with it are in flight: none fails, and one key is left', async () => {
  const user = await aUser({ tier: 'ultimate' });
  const { plain } = await createApiKey({ tx: db(), userId: user.id, name: 'Default', scope: 'write' });
  const [one, two] = [await aBrowser(user), await aBrowser(user)];
  const program = await aClient({ web, kind: 'token', owner: user });
  const call = () => askApi(web, 'GET /jobs', { headers: { authorization: `Bearer ${plain}` } });
  expect((await call()).status).toBe(200);
  const calls = Array.from({ length: 60 }, call);
  const statuses = await Promise.all([
    one('/dashboard/settings/regenerate-key', { confirm: 'yes' }),
    two('/dashboard/settings/regenerate-key', { confirm: 'yes' }),
    program.ask('POST /auth/regenerate-api-key').then(({ status }) => status),
    ...Array.from({ length: 20 }, () => call().then(({ status }) => status)),
  ]);
  expect(statuses.slice(0, 3).every((status) => status < 400)).toBe(true);
  const responded = [...statuses.slice(3), ...(await Promise.all(calls)).map(({ status }) => status)];
  expect([...new Set(responded)].every((status) => status === 200 || status === 401)).toBe(true);
  expect((await call()).status).toBe(401);
  const left = await db().apiKey.findMany({ where: { userId: user.id, name: 'Default', revokedAt: null } });
  expect(left).toHaveLength(1);
  expect(await db().apiKey.count({ where: { userId: user.id, name: 'Default' } })).toBe(4);
});

test('calls during a regeneration succeed with the old key until it is replaced, and are refused afterwards', async () => {
  const user = await aUser({ tier: 'ultimate' });
  const { plain } = await createApiKey({ tx: db(), userId: user.id, name: 'Default', scope: 'write' });
  const browser = await aBrowser(user);
  const statuses: number[] = [];
  let isChanged = false;
  const askOn = async () => {
    const headers = { authorization: `Bearer ${plain}` };
    while (statuses.at(-1) !== 401) {
      const wasChanged = isChanged;
      const { status } = await askApi(web, 'GET /jobs', { headers });
      // No request passes after the confirmed change, and none is refused before it was requested.
      if (wasChanged) expect(status).toBe(401);
      statuses.push(status);
    }
  };
  const asking = askOn();
  while (statuses.length < 3) await new Promise((done) => setTimeout(done, 5));
  expect(statuses.every((status) => status === 200)).toBe(true);
  expect(await browser('/dashboard/settings/regenerate-key', { confirm: 'yes' })).toBeLessThan(400);
  isChanged = true;
  await asking;
  expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true);
});
