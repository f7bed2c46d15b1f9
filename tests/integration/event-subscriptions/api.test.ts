import { inbox } from '#tests/integration/notifications/set-up.ts';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedReplays } from '#server/event-subscriptions/feed-replays.server.ts';
import { aBody, aClient, askApi } from '#tests/integration/api/api.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { deliverDueEvents, received } from './kit.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const ultimate = { tier: 'ultimate' } as const;

interface Subscription {
  id: number;
  url: string;
  types: string[];
  enabled: boolean;
  secret?: string;
}
interface Log {
  deliveries: { id: number; state: string; type: string; kind: string; event_id: string }[];
  next_cursor: string | null;
}

test.each(['key', 'token'] as const)('the life of an event subscription, with a %s', async (kind) => {
  const { ask } = await aClient({ web, kind, user: ultimate });
  const path = `/ok?${randomUUID()}`;
  const made = await ask<Subscription>('POST /event-subscriptions', {
    body: { url: inbox.url(path), types: ['job.created', 'job.deleted'] },
  });
  expect(made.status).toBe(201);
  const { id, secret = '' } = made.body.data;
  const own = `/event-subscriptions/${id}`;
  const listed = await ask<Subscription[]>('GET /event-subscriptions');
  expect(listed.body.data).toMatchObject([{ id, url: inbox.url(path), enabled: true }]);
  expect(listed.text).not.toContain('whsec_');
  expect((await ask(`GET ${own}`)).text).not.toContain('whsec_');

  expect((await ask(`POST ${own}/test`)).body.data).toMatchObject({ received: true, status_code: 200 });
  const job = await ask<{ id: number }>('POST /jobs', {
    body: aBody(kind === 'key' ? {} : { cron: undefined, cron_expression: '0 * * * *' }),
  });
  await deliverDueEvents();
  const [, letter] = inbox.at(path);
  expect(
    new Webhook(secret).verify(letter?.body ?? '', letter?.headers as Record<string, string>),
  ).toMatchObject({ type: 'job.created', data: { job: { id: job.body.data.id, cron: '0 * * * *' } } });

  const log = await ask<Log>(`GET ${own}/deliveries?per_page=1`);
  expect(log.body.data.deliveries).toMatchObject([{ type: 'job.created', state: 'sent', kind: 'live' }]);
  const rest = await ask<Log>(`GET ${own}/deliveries?perPage=5&cursor=${log.body.data.next_cursor}`);
  expect(rest.body.data).toMatchObject({ deliveries: [{ type: 'test' }], next_cursor: null });
  const deliveryId = log.body.data.deliveries[0]?.id;
  const again = { headers: { 'idempotency-key': randomUUID() } };
  expect((await ask(`POST ${own}/deliveries/${deliveryId}/resend`, again)).status).toBe(202);
  expect((await ask(`POST ${own}/deliveries/${deliveryId}/resend`, again)).status).toBe(202);
  expect((await ask(`POST ${own}/deliveries/${deliveryId}/resend`)).status).toBe(409);
  await deliverDueEvents();

  const from = new Date(Date.now() - 3_600_000).toISOString();
  const replay = await ask<{ events: number }>(`POST ${own}/replay`, { body: { from } });
  expect([replay.status, replay.body.data.events]).toEqual([202, 1]);
  await feedReplays();
  await deliverDueEvents();
  expect(received(path).map(({ type }) => type)).toEqual([
    'test',
    'job.created',
    'job.created',
    'job.created',
  ]);

  const rotated = await ask<Subscription>(`POST ${own}/rotate-secret`);
  expect(rotated.body.data.secret).not.toBe(secret);
  const off = await ask<Subscription>(`PATCH ${own}`, { body: { enabled: false, types: ['job.updated'] } });
  expect(off.body.data).toMatchObject({ enabled: false, disabled_reason: 'owner', types: ['job.updated'] });
  expect((await ask(`POST ${own}/replay`, { body: { from } })).status).toBe(409);
  expect((await ask<Subscription>(`PATCH ${own}`, { body: { enabled: true } })).body.data.enabled).toBe(true);
  expect((await ask(`DELETE ${own}`)).status).toBe(200);
  expect((await ask(`GET ${own}`)).status).toBe(404);
});

test('a bad field is named, with the remedy', async () => {
  const { ask } = await aClient({ web, user: ultimate });
  const post = (body: Record<string, unknown>) => ask('POST /event-subscriptions', { body });
  const types = ['job.created'];
  const url = 'https://events.example.com/in';
  const refused = [
    [{ types }, 'url'],
    [{ url: 'http://10.0.0.1/', types }, 'url'],
    [{ url }, 'types'],
    [{ url, types: [] }, 'types'],
    [{ url, types: ['job.exploded'] }, 'types'],
    [{ url, types, color: 'red' }, 'color'],
  ] as const;
  for (const [body, field] of refused) {
    const { status, body: response } = await post(body);
    expect([status, Object.keys(response.error?.details ?? {})], JSON.stringify(body)).toEqual([
      400,
      [field],
    ]);
  }
  const made = await ask<Subscription>('POST /event-subscriptions', { body: { url, types } });
  const replay = await ask(`POST /event-subscriptions/${made.body.data.id}/replay`, {
    body: { from: 'monday' },
  });
  expect([replay.status, Object.keys(replay.body.error?.details ?? {})]).toEqual([400, ['from']]);
});

test("another account's subscription is a 404, and on another plan all but reading and deleting is a 403", async () => {
  const owner = await aClient({ web, user: ultimate });
  const stranger = await aClient({ web, user: ultimate });
  const premium = await aClient({ web, user: { tier: 'premium' } });
  const body = { url: 'https://events.example.com/in', types: ['job.created'] };
  const { id } = (await owner.ask<Subscription>('POST /event-subscriptions', { body })).body.data;
  const own = `/event-subscriptions/${id}`;
  const from = new Date(Date.now() - 60_000).toISOString();
  const calls = [
    [`GET ${own}`, undefined],
    [`PATCH ${own}`, { enabled: false }],
    [`DELETE ${own}`, undefined],
    [`POST ${own}/rotate-secret`, undefined],
    [`POST ${own}/test`, undefined],
    [`GET ${own}/deliveries`, undefined],
    [`POST ${own}/deliveries/1/resend`, undefined],
    [`POST ${own}/replay`, { from }],
  ] as const;
  for (const [call, given] of calls)
    expect((await stranger.ask(call, given && { body: given })).status, call).toBe(404);
  expect((await owner.ask(`GET ${own}`)).status).toBe(200);
  expect((await premium.ask('POST /event-subscriptions', { body })).status).toBe(403);
  expect((await premium.ask('GET /event-subscriptions')).body.data).toEqual([]);
});

test('a key that may only read lists and reads, and changes nothing', async () => {
  const reader = await aClient({ web, scope: 'read', user: ultimate });
  expect((await reader.ask('GET /event-subscriptions')).status).toBe(200);
  const body = { url: 'https://events.example.com/in', types: ['job.created'] };
  expect((await reader.ask('POST /event-subscriptions', { body })).status).toBe(403);
  expect((await askApi(web, 'GET /event-subscriptions')).status).toBe(401);
});
