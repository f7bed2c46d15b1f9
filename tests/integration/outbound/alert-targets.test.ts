import { randomUUID } from 'node:crypto';
import { promises as dns } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type EventType, eventTypes } from '#domain/event-type.ts';
import type { ChannelConfig } from '#domain/notifications/channel-kinds.ts';
import { channelSettings } from '#domain/notifications/channel-settings.ts';
import { storedChannel } from '#domain/notifications/stored-channel.ts';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import { createSubscription } from '#server/event-subscriptions/save-subscription.server.ts';
import { sendTestEvent } from '#server/event-subscriptions/send-test-event.server.ts';
import type { User } from '#server/generated/client.ts';
import { sendMessage } from '#server/notifications/channels/send-message.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { aUser } from '../makers.ts';

// S1 to S3 for the addresses that alerts call: channels of every kind, and event subscriptions.

const [inside, outside] = [await aServer(), await aServer()];
const slackHosts = ['10.0.0.7', '169.254.169.254', 'slack.trap.example'];
Object.assign(process.env, {
  OUTBOUND_ALLOW_TARGETS: outside.authority,
  TELEGRAM_API: outside.origin,
  PAGERDUTY_EVENTS: outside.origin,
  SLACK_HOSTS: slackHosts.join(','),
});
beforeEach(() => [inside, outside].forEach(({ paths }) => paths.splice(0)));

/** A server that redirects every request to its present `location`. */
async function aServer() {
  const paths: string[] = [];
  const redirect = { status: 302, location: '/' };
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    request.resume();
    response.writeHead(redirect.status, { location: redirect.location }).end('moved');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, authority: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, paths, redirect };
}

// The name server of an attacker.
const { prototype } = dns.Resolver;
const { resolve4 } = prototype;
prototype.resolve4 = function (this: dns.Resolver, name: string) {
  return name.endsWith('.trap.example') ? Promise.resolve(['127.0.0.1']) : resolve4.bind(this)(name);
} as typeof resolve4;
afterAll(() => void (prototype.resolve4 = resolve4));

/** Addresses inside the network, in several spellings; the last ones lead to a server that listens. */
const insideUrls = [
  'http://10.0.0.7',
  'https://169.254.169.254',
  'http://[::1]',
  'http://[::ffff:169.254.169.254]',
  `http://2130706433:${inside.port}`,
  `http://0x7f.1:${inside.port}`,
  `http://localhost:${inside.port}`,
  inside.origin,
];
const trap = `http://name.trap.example:${inside.port}`;

const httpKinds = [
  'slack',
  'webhook',
  'discord',
  'teams',
  'google_chat',
  'telegram',
  'ntfy',
  'pagerduty',
] as const;
type HttpKind = (typeof httpKinds)[number];
/** Kinds whose address comes from the account; those of the others come from the operator. */
const addressed = ['slack', 'webhook', 'discord', 'teams', 'google_chat', 'ntfy'] as const;
const urlPaths = {
  ...{ slack: '/services/T0/B0/x', webhook: '/in', discord: '/api/webhooks/123456/abc' },
  teams: '/workflows/a/triggers/manual/paths/invoke?sig=x',
  google_chat: '/v1/spaces/A/messages?key=k&token=t',
};

function configOf({ kind, origin }: { kind: HttpKind; origin: string }): ChannelConfig {
  switch (kind) {
    case 'telegram':
      return { kind, botToken: `123456789:${'A'.repeat(35)}`, chatId: '-1001' };
    case 'pagerduty':
      return { kind, routingKey: 'a'.repeat(32), region: 'us' };
    case 'ntfy':
      return { kind, server: origin, topic: 'alerts', accessToken: null };
    default:
      return { kind, url: origin + urlPaths[kind] };
  }
}

const message: Message = {
  ...{ type: 'job.failed', id: 'note_1', at: new Date(), title: 'It failed', lines: ['So it did.'] },
  link: { label: 'See the execution', url: 'https://punctual.example/dashboard' },
  ...{ data: {}, severity: 'error', incidentKey: null, isResolved: false },
};

async function send(given: { kind: HttpKind; origin: string }) {
  const { id: ownerId } = await aUser();
  const destination = {
    ...{ channel: given.kind, to: storedChannel(configOf(given)), ownerId, jobId: 0 },
    ...{ isEmailVerified: true, channelName: 'Ops' },
  };
  const sent = await sendMessage({ message, destination, now: Date.now() });
  return { sent, blocked: await blockedOf(ownerId) };
}

const blockedOf = (actorId: number) =>
  db().securityEvent.count({ where: { actorId, code: { in: ['target_blocked', 'self_call'] } } });

test.each(addressed)('S1: a %s channel that leads inside is not saved', async (kind) => {
  const owner = await aUser({ tier: 'ultimate' });
  for (const origin of [...insideUrls, ...slackHosts.slice(0, 2).map((host) => `https://${host}`)]) {
    const settings = channelSettings(configOf({ kind, origin }));
    const draft = { name: randomUUID(), kind, settings };
    await expect(createChannel({ owner, draft }), origin).rejects.toMatchObject({
      ...{
        type: 'validation_error',
        details: { [kind === 'ntfy' ? 'server' : 'url']: expect.any(String) as string },
      },
    });
  }
  expect(await db().channel.count({ where: { userId: owner.id } })).toBe(0);
});

test.each(addressed)('S1 S2: a saved %s channel that leads inside by now is not called', async (kind) => {
  for (const origin of [...insideUrls, trap]) {
    const { sent } = await send({ kind, origin });
    expect(sent, origin).toMatchObject({ errorCode: 'target_not_allowed', statusCode: null, isFinal: true });
  }
  expect(inside.paths).toEqual([]);
});

test.each([
  ['webhook', trap],
  ['ntfy', trap],
  ['ntfy', 'http://10.0.0.7'],
  ['slack', `https://slack.trap.example:${inside.port}`],
  ['slack', 'https://10.0.0.7'],
] as const)(
  'S2 S19: %s is refused at %s by the guard of calls, with an entry in the security log',
  async (kind, origin) => {
    const { sent, blocked } = await send({ kind, origin });
    expect(sent).toMatchObject({ errorCode: 'target_not_allowed', isFinal: true });
    expect(blocked).toBe(1);
    expect(inside.paths).toEqual([]);
  },
);

const redirects = [301, 302, 303, 307, 308].flatMap((status) => [
  { status, location: `${inside.origin}/latest/meta-data` },
  { status, location: '/elsewhere' },
]);

test.each(httpKinds)('S3: a redirect by the receiver of a %s channel is not followed', async (kind) => {
  for (const redirect of redirects) {
    outside.paths.splice(0);
    Object.assign(outside.redirect, redirect);
    const { sent } = await send({ kind, origin: outside.origin });
    expect(sent).toMatchObject({ statusCode: redirect.status, errorCode: 'status_rejected' });
    expect(outside.paths).toHaveLength(1);
  }
  expect(inside.paths).toEqual([]);
});

/** A subscription whose URL leads elsewhere since it was saved. */
async function aMovedSubscription({ user, url }: { user: User; url: string }) {
  const owner = { id: user.id, tier: user.tier };
  const types: EventType[] = ['job.created'];
  const { id } = await createSubscription({ owner, url: 'https://events.example.com/in', types });
  await db().eventSubscription.update({
    where: { id },
    data: { url: seal({ text: url, userId: user.id, field: 'eventSubscription.url' }) },
  });
  return { owner, id };
}

test('S1: an event subscription that leads inside is not saved', async () => {
  const { id, tier } = await aUser({ tier: 'ultimate' });
  for (const url of insideUrls)
    await expect(
      createSubscription({ owner: { id, tier }, url, types: eventTypes }),
      url,
    ).rejects.toMatchObject({
      ...{ type: 'validation_error', details: { url: expect.any(String) as string } },
    });
  expect(await db().eventSubscription.count({ where: { ownerId: id } })).toBe(0);
});

test('S1 S2 S19: no event is sent inside, by address or by name, and the security log has it', async () => {
  for (const url of [...insideUrls, trap]) {
    const user = await aUser({ tier: 'ultimate' });
    const sent = await sendTestEvent(await aMovedSubscription({ user, url }));
    expect(sent, url).toMatchObject({ errorCode: 'target_not_allowed', statusCode: null });
    // A host without a dot is a faulty URL, which leaves no entry.
    expect(await blockedOf(user.id), url).toBe(url.includes('localhost') ? 0 : 1);
  }
  expect(inside.paths).toEqual([]);
});

test('S3: a redirect by the receiver of events is not followed', async () => {
  const user = await aUser({ tier: 'ultimate' });
  const subscription = await aMovedSubscription({ user, url: `${outside.origin}/events` });
  for (const redirect of redirects) {
    outside.paths.splice(0);
    Object.assign(outside.redirect, redirect);
    const sent = await sendTestEvent(subscription);
    expect(sent).toMatchObject({ statusCode: redirect.status, errorCode: 'status_rejected' });
    expect(outside.paths).toEqual(['/events']);
  }
  expect(inside.paths).toEqual([]);
});
