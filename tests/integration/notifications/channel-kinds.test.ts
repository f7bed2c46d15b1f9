import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { receiveMail } from '#dev/receivers/email.ts';
import type { KeptMessage } from '#dev/receivers/receiver.ts';
import { createReceivers } from '#dev/receivers/server.ts';
import type { ChannelConfig } from '#domain/notifications/channel-kinds.ts';
import type { ChannelInput } from '#domain/notifications/read-channel-config.ts';
import { channelSecrets, storedChannel } from '#domain/notifications/stored-channel.ts';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { findRecipient } from '#server/mail/find-recipient.server.ts';
import { shownDestination } from '#server/notifications/channels/channel.server.ts';
import { checkChannelConfig } from '#server/notifications/channels/check-channel-config.server.ts';
import { paceOf } from '#server/notifications/channels/kinds/channel-senders.server.ts';
import { sendMessage } from '#server/notifications/channels/send-message.server.ts';
import { reserveDomainDelivery } from '#server/notifications/domain-delivery.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import { reserveDelivery } from '#server/notifications/reserve-delivery.server.ts';
import { mailServer } from '#tests/integration/mail/set-up.ts';
import { aUser } from '#tests/integration/makers.ts';

const server = createReceivers();
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const origin = `http://${authority}`;
Object.assign(process.env, {
  OUTBOUND_ALLOW_TARGETS: authority,
  TELEGRAM_API: origin,
  PAGERDUTY_EVENTS: origin,
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const message: Message = {
  ...{ type: 'job.failed', id: 'note_7', at: new Date('2026-03-02T12:00:00Z') },
  title: 'R&D <nightly> @everyone failed',
  lines: ['Failed: the response was 503.', 'Scheduled for 12:00.'],
  link: { label: 'See the execution', url: 'http://127.0.0.1:3000/dashboard/jobs/1/executions/7' },
  data: { rule: 'failure', job: { id: 1 } },
  ...{ severity: 'error', incidentKey: 'punctual.example/jobs/1', isResolved: false },
};

const botToken = `123456789:${'A'.repeat(35)}`;
/** The settings of a kind, or those by which its receiver gives an error. */
function configOf({ kind, error = '' }: { kind: ChannelConfig['kind']; error?: string }): ChannelConfig {
  const id = randomUUID();
  switch (kind) {
    case 'telegram':
      return { kind, botToken, chatId: error ? `@error_${error}` : '-1001234567890' };
    case 'ntfy':
      return {
        kind,
        server: origin,
        topic: error ? `error_${error}` : 'punctual',
        accessToken: `tk_${id.replaceAll('-', '')}`,
      };
    case 'pagerduty':
      return {
        kind,
        routingKey: (error ? `error${error}` : id.replaceAll('-', '')).padEnd(32, '0'),
        region: 'us',
      };
    case 'email':
      return { kind, addresses: [] };
    default:
      return { kind, url: `${origin}/${kind}${error && `/${error}`}/services/${id}?token=${id}` };
  }
}

const received = async (): Promise<KeptMessage[]> => {
  const response = await fetch(`${origin}/messages`);
  return ((await response.json()) as { messages: KeptMessage[] }).messages;
};

async function send({ config, owner }: { config: ChannelConfig; owner?: { id: number } }) {
  const { id: ownerId } = owner ?? (await aUser());
  const destination = {
    ...{
      channel: config.kind,
      to: storedChannel(config),
      ownerId,
      jobId: 0,
      isEmailVerified: true,
      channelName: 'Ops',
    },
  };
  return sendMessage({ message, destination, now: Date.now() });
}

beforeEach(async () => {
  await fetch(`${origin}/messages`, { method: 'DELETE' });
});

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

test.each(httpKinds)('%s accepts what the guarded client sends, by its documented rules', async (kind) => {
  const config = configOf({ kind });
  const sent = await send({ config });
  expect(sent).toMatchObject({ errorCode: null, isFinal: true });
  const [arrived, ...more] = await received();
  expect(more).toEqual([]);
  expect(arrived).toMatchObject({ kind, problems: [], shown: { mentions: [], marks: [] } });
  expect(arrived?.shown?.title.replaceAll('\u2060', '')).toContain('R&D <nightly> @everyone failed');
  // The record of a delivery has the body without its secrets.
  for (const secret of [botToken, 'token=']) expect(sent.body).not.toContain(secret);
  if (config.kind === 'pagerduty') expect(sent.body).not.toContain(config.routingKey);
});

test.each(httpKinds)('%s: a 429 is retried after the wait of the provider', async (kind) => {
  const sent = await send({ config: configOf({ kind, error: '429' }) });
  expect(sent).toMatchObject({ statusCode: 429, isFinal: false });
  if (!['google_chat', 'ntfy', 'pagerduty'].includes(kind)) expect(sent.waitMs).toBeGreaterThan(10_000);
});

test.each(httpKinds)(
  '%s: a destination that is gone is permanent, with the words of the provider',
  async (kind) => {
    const sent = await send({ config: configOf({ kind, error: '404' }) });
    expect(sent).toMatchObject({ statusCode: 404, isFinal: true, isPermanent: true });
    expect(sent.response).toMatch(/\w/);
  },
);

test('a 200 whose body is an error is none', async () => {
  expect(await send({ config: configOf({ kind: 'telegram', error: 'ok_false' }) })).toMatchObject({
    ...{ errorCode: 'channel_rejected', statusCode: 200, isPermanent: true },
  });
  expect(await send({ config: configOf({ kind: 'teams', error: 'ok_429' }) })).toMatchObject({
    ...{ errorCode: 'channel_rejected', isFinal: false, isPermanent: false },
  });
  expect(await send({ config: configOf({ kind: 'ntfy', error: 'not_ntfy' }) })).toMatchObject({
    ...{ errorCode: 'channel_rejected', isPermanent: true },
  });
});

test('an address that is not of its provider is not called', async () => {
  for (const kind of ['slack', 'discord', 'teams', 'google_chat'] as const) {
    const config: ChannelConfig = { kind, url: 'https://example.com/hook' };
    expect(await send({ config })).toMatchObject({ errorCode: 'target_not_allowed', isFinal: true });
  }
  const inside: ChannelConfig = {
    kind: 'ntfy',
    server: 'http://169.254.169.254',
    topic: 'a',
    accessToken: null,
  };
  expect(await send({ config: inside })).toMatchObject({ errorCode: 'target_not_allowed', isFinal: true });
  expect(await received()).toEqual([]);
});

test('the settings of a channel are checked on save, and an internal address is logged', async () => {
  const owner = await aUser();
  const check = (kind: ChannelConfig['kind'], input: ChannelInput) =>
    checkChannelConfig({ kind, input, owner });
  await expect(check('webhook', { url: 'https://169.254.169.254/latest' })).rejects.toMatchObject({
    ...{ type: 'validation_error', details: { url: expect.stringMatching(/not allowed/) as string } },
  });
  await expect(check('ntfy', { topic: 'a', server: 'http://10.0.0.1:8080' })).rejects.toMatchObject({
    ...{ details: { server: expect.stringMatching(/not allowed/) as string } },
  });
  const logged = { actorId: owner.id, code: 'target_blocked' };
  expect(await db().securityEvent.count({ where: logged })).toBeGreaterThan(0);
  await expect(check('webhook', { url: 'https://hooks.slack.com/services/T/B/x' })).rejects.toMatchObject({
    ...{ details: { url: expect.stringMatching(/Choose Slack/) as string } },
  });
  expect(await check('discord', { url: `${origin}/discord/any` })).toMatchObject({
    config: { kind: 'discord' },
  });
});

async function aConfirmed({ ownerId, address }: { ownerId: number; address: string }) {
  const { row } = await findRecipient({ ownerId, address });
  await db().mailRecipient.update({ where: { id: row.id }, data: { confirmedAt: new Date() } });
  return address;
}

test('a mail goes to each confirmed address by itself, with a way to stop it', async () => {
  const owner = await aUser();
  const [first, second, unconfirmed] = ['a', 'b', 'c'].map((name) => `${name}-${randomUUID()}@example.com`);
  if (!first || !second || !unconfirmed) throw new Error('unreachable');
  for (const address of [first, second]) await aConfirmed({ ownerId: owner.id, address });
  const sent = await send({ owner, config: { kind: 'email', addresses: [first, second, unconfirmed] } });
  expect(sent).toMatchObject({ errorCode: null, isFinal: true });
  expect(sent.response).toMatch(/^Accepted for 2 of 3 addresses\. c-.*email_unconfirmed/);
  expect(mailServer.of(unconfirmed)).toEqual([]);
  for (const address of [first, second]) {
    const [mail, ...more] = mailServer.of(address);
    expect(more).toEqual([]);
    const { problems, shown } = receiveMail(mail?.raw ?? '');
    expect(problems).toEqual([]);
    expect(shown.title).toBe(message.title);
    expect(shown.links[0]).toBe(message.link.url);
    expect(shown.text).toContain('notification channel Ops');
  }
});

test('a mail that some address accepted is not sent again, one that none accepted is', async () => {
  const owner = await aUser();
  const id = randomUUID();
  const at = (name: string) => aConfirmed({ ownerId: owner.id, address: `${name}@${id}.example.com` });
  const [good, later, never] = [await at('good'), await at('later'), await at('never')];
  expect(await send({ owner, config: { kind: 'email', addresses: [later, good] } })).toMatchObject({
    errorCode: null,
  });
  expect(await send({ owner, config: { kind: 'email', addresses: [never, later] } })).toMatchObject({
    ...{ errorCode: 'email_refused', isFinal: false },
  });
  expect(await send({ owner, config: { kind: 'email', addresses: [never] } })).toMatchObject({
    ...{ errorCode: 'email_refused', isFinal: true },
  });
});

test('a list shows where a channel leads, and no secret of it', () => {
  for (const kind of [...httpKinds, 'email'] as const) {
    const config =
      kind === 'email' ? { kind, addresses: ['a@b.example', 'c@d.example'] } : configOf({ kind });
    const shown = shownDestination({ channel: kind, text: storedChannel(config) });
    expect(shown).toMatch(/^[\w.:@, -]+$/);
    for (const secret of Object.values(channelSecrets(config))) expect(shown).not.toContain(secret);
  }
});

test('each kind has the pace of its provider', async () => {
  const turn = ({ key, kind, now }: { key: string; kind: (typeof httpKinds)[number]; now: number }) =>
    inTransaction((client) => reserveDelivery({ client, key, pace: paceOf(kind), now }));
  const now = Date.now();
  for (const kind of httpKinds) {
    const key = randomUUID();
    const { gapMs, perMinute } = paceOf(kind);
    for (let sent = 0; sent < perMinute; sent += 1)
      expect(await turn({ key, kind, now: now + sent * gapMs })).toMatchObject({ kind: 'go' });
    expect(await turn({ key, kind, now: now + perMinute * gapMs })).toEqual({
      kind: 'wait',
      until: now + 60_000,
      isOverflowing: true,
    });
    if (gapMs > 0) {
      const other = randomUUID();
      await turn({ key: other, kind, now });
      expect(await turn({ key: other, kind, now: now + gapMs - 1 })).toEqual({
        kind: 'wait',
        until: now + gapMs,
      });
    }
  }
});

test('all accounts without an access token are one visitor of an ntfy server', async () => {
  const now = Date.now();
  const ntfyServer = `https://${randomUUID()}.example.com`;
  const turn = async (accessToken: string | null) => {
    const { id: ownerId } = await aUser();
    const config: ChannelConfig = { kind: 'ntfy', server: ntfyServer, topic: randomUUID(), accessToken };
    const destination = storedChannel(config);
    return inTransaction((client) =>
      reserveDomainDelivery({ client, ownerId, channel: 'ntfy', destination, now }),
    );
  };
  for (let sent = 0; sent < 12; sent += 1) expect(await turn(null)).toMatchObject({ kind: 'go' });
  expect(await turn(null)).toMatchObject({ kind: 'wait' });
  expect(await turn('tk_own')).toMatchObject({ kind: 'go' });
});

test('the receiver refuses messages faster than documented, and says so', async () => {
  const config = configOf({ kind: 'google_chat' });
  await send({ config });
  expect(await send({ config })).toMatchObject({ statusCode: 429, isFinal: false });
  expect((await received())[1]?.problems).toEqual([expect.stringMatching(/^Faster than 1 in 1000 ms/)]);
  const page = await (await fetch(origin)).text();
  expect(page).toContain('R&amp;D &lt;nightly&gt;');
  expect(page).not.toContain('<nightly>');
});
