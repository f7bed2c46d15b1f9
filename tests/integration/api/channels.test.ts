import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aClient, type ApiClient } from '#tests/integration/api/api.ts';
import { aNotificationTo } from '#tests/integration/channels/kit.ts';
import { inbox } from '#tests/integration/notifications/set-up.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

interface ChannelBody {
  id: number;
  name: string;
  [field: string]: unknown;
}

const slackUrl = 'https://hooks.slack.com/services/T0/B0/secretpath';
const aSlack = { name: '#money', kind: 'slack', url: slackUrl };

async function made(client: ApiClient, body: Record<string, unknown> = aSlack): Promise<ChannelBody> {
  const response = await client.ask<ChannelBody>('POST /channels', { body });
  expect([response.status, response.text]).toEqual([201, response.text]);
  return response.body.data;
}

test('a key creates, reads, changes and deletes a channel; its secret is never shown again', async () => {
  const client = await aClient({ web });
  const { id, ...created } = await made(client);
  expect(created).toMatchObject({
    ...{ name: '#money', kind: 'slack', url: 'https://hooks.slack.com/********' },
    ...{ destination: 'hooks.slack.com', state: 'working', last_delivery: null },
  });
  const listed = await client.ask<ChannelBody[]>('GET /channels');
  expect([listed.body.data.length, listed.text.includes('secretpath')]).toEqual([1, false]);
  const read = await client.ask<ChannelBody>(`GET /channels/${id}`);
  const changed = await client.ask<ChannelBody>(`PUT /channels/${id}`, {
    body: { ...read.body.data, name: '#cash' },
  });
  expect([changed.status, changed.body.data.name]).toEqual([200, '#cash']);
  expect((await client.ask(`PUT /channels/${id}`, { body: {} })).status).toBe(200);
  expect((await client.ask(`DELETE /channels/${id}`)).status).toBe(204);
  expect((await client.ask(`GET /channels/${id}`)).status).toBe(404);
});

test('a token deletes a channel with true; both spellings of a setting are taken', async () => {
  const client = await aClient({ web, kind: 'token', user: { tier: 'ultimate' } });
  const settings = { kind: 'telegram', name: 'Phone', chatId: '@example_alerts' };
  const { id, ...channel } = await made(client, {
    ...{ ...settings, botToken: '123456789:AAExampleExampleExampleExampleExampl' },
  });
  expect(channel).toMatchObject({ bot_token: '********', chat_id: '@example_alerts' });
  const changed = await client.ask(`PUT /channels/${id}`, { body: { chat_id: '-1001234567890' } });
  expect(changed.body.data).toMatchObject({ bot_token: '********', chat_id: '-1001234567890' });
  const gone = await client.ask(`DELETE /channels/${id}`);
  expect([gone.status, gone.body.data]).toEqual([200, true]);
});

test('errors name the field as the API spells it, and the remedy', async () => {
  const client = await aClient({ web, user: { tier: 'ultimate' } });
  const errorsOf = async (body: unknown) =>
    (await client.ask('POST /channels', { body })).body.error?.details ?? {};
  expect(Object.keys(await errorsOf({}))).toEqual(['name', 'kind']);
  expect(Object.keys(await errorsOf({ ...aSlack, colour: 'red' }))).toEqual(['colour']);
  const { routing_key } = await errorsOf({ name: 'Pager', kind: 'pagerduty', routing_key: 'short' });
  expect(routing_key).toContain('32 letters and digits');
  const { url } = await errorsOf({ ...aSlack, kind: 'webhook' });
  expect(url).toContain('Choose Slack');
  expect(await errorsOf({ ...aSlack, kind: 'fax' })).toMatchObject({
    kind: expect.stringContaining('kind must be one of slack, webhook') as string,
  });
});

test("another account's channel is a 404 for every call", async () => {
  const { id } = await made(await aClient({ web }));
  const stranger = await aClient({ web });
  const calls = ['GET', 'PUT', 'DELETE'].map((method) => `${method} /channels/${id}`);
  for (const call of [...calls, `POST /channels/${id}/test`, `GET /channels/${id}/deliveries`]) {
    const body = call.startsWith('PUT') ? { body: { name: 'theirs' } } : {};
    expect((await stranger.ask(call, body)).status, call).toBe(404);
  }
});

test('a key of scope read lists channels, and neither changes nor tests them', async () => {
  const writer = await aClient({ web });
  const { id } = await made(writer);
  const reader = await aClient({ web, scope: 'read', owner: writer.user });
  expect((await reader.ask('GET /channels')).status).toBe(200);
  for (const call of ['POST /channels', `PUT /channels/${id}`, `POST /channels/${id}/test`])
    expect((await reader.ask(call, { body: {} })).status, call).toBe(403);
});

test('a channel is created once under an Idempotency-Key', async () => {
  const client = await aClient({ web });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [one, two] = [
    await client.ask<ChannelBody>('POST /channels', { body: aSlack, headers }),
    await client.ask<ChannelBody>('POST /channels', { body: aSlack, headers }),
  ];
  expect([one.status, two.status, two.body.data.id]).toEqual([201, 201, one.body.data.id]);
  expect(await db().channel.count({ where: { userId: client.user.id } })).toBe(1);
});

test('a test returns the response and the sent payload, whether it arrived or not', async () => {
  const client = await aClient({ web });
  const { id } = await made(client, { name: 'Hook', kind: 'webhook', url: inbox.url('/ok?says=fine') });
  const tested = await client.ask(`POST /channels/${id}/test`);
  expect([tested.status, tested.body.data]).toMatchObject([
    200,
    { delivered: true, test: true, status_code: 200, error: null, response: 'fine' },
  ]);
  expect(JSON.parse(String(tested.body.data['payload']))).toMatchObject({ type: 'test' });
  await client.ask(`PUT /channels/${id}`, { body: { url: inbox.url('/404?says=gone') } });
  const failed = await client.ask(`POST /channels/${id}/test`);
  expect(failed.body.data).toMatchObject({ delivered: false, status_code: 404, response: 'gone' });
});

test('the log lists the notifications of a channel by page', async () => {
  const client = await aClient({ web });
  const channel = await made(client, { name: 'Hook', kind: 'webhook', url: inbox.url('/ok') });
  const { user: owner } = client;
  const named = { id: channel.id, name: channel.name, kind: 'webhook' as const };
  const ids: number[] = [];
  for (const minute of [1, 2, 3])
    ids.push(
      await aNotificationTo({ channel: named, owner, at: Date.parse('2026-03-02') + minute * 60_000 }),
    );
  const page = await client.ask<{ id: number }[]>(`GET /channels/${channel.id}/deliveries?per_page=2`);
  expect(page.body['pagination']).toEqual({ total: 3, page: 1, per_page: 2 });
  expect(page.body.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect(page.body.data[0]).toMatchObject({ rule: 'failure', state: 'pending', job_name: 'Ping the shop' });
});
