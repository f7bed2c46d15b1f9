import { expect, test } from 'vitest';
import { channelForms } from './channel-fields.ts';
import { type ChannelKind, channelKinds } from './channel-kinds.ts';
import { type ExtraHosts, kindOfUrl } from './provider-urls.ts';
import { type ChannelInput, readChannelConfig } from './read-channel-config.ts';
import { channelDestination, channelSecrets, readStoredChannel, storedChannel } from './stored-channel.ts';

const examplesOf = (kind: ChannelKind): ChannelInput =>
  Object.fromEntries(channelForms[kind].fields.map(({ name, example }) => [name, example]));

test.each(channelKinds)(
  '%s: the examples of its fields are valid, and stored and read back the same',
  (kind) => {
    const { config } = readChannelConfig({ kind, input: examplesOf(kind) });
    expect(config).toMatchObject({ kind });
    if (config === null) throw new Error('unreachable');
    expect(readStoredChannel({ kind, text: storedChannel(config) })).toEqual(config);
    const destination = channelDestination(config);
    expect(destination).not.toBe('');
    for (const secret of Object.values(channelSecrets(config))) expect(destination).not.toContain(secret);
  },
);

test.each(channelKinds)('%s: without its required fields, each names what is missing', (kind) => {
  const required = channelForms[kind].fields.filter(({ isRequired }) => isRequired);
  const read = readChannelConfig({ kind, input: {} });
  expect(read).toMatchObject({ config: null });
  expect(Object.keys('errors' in read ? read.errors : {})).toEqual(required.map(({ name }) => name));
});

const teamsUrl = channelForms.teams.fields[0]?.example ?? '';
const powerUrl =
  'https://default0123.45.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/0123/triggers/manual/paths/invoke?api-version=1&sp=x&sv=1.0&sig=x';
const discordUrl = 'https://discord.com/api/webhooks/123/abc_DEF';
const chatUrl = 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k&token=t';
const slackUrl = 'https://hooks.slack.com/services/T0/B0/x';

test.each<[ChannelKind, string]>([
  ['slack', slackUrl],
  ['slack', 'https://hooks.slack-gov.com/services/T0/B0/x'],
  ['slack', `${discordUrl}/slack`],
  ['discord', 'https://ptb.discord.com/api/v10/webhooks/123/abc?thread_id=5'],
  ['discord', 'https://discordapp.com/api/webhooks/123/abc'],
  ['teams', powerUrl],
  ['webhook', 'https://ntfy.sh/topic'],
])('%s accepts %s', (kind, url) => {
  expect(readChannelConfig({ kind, input: { url } })).toMatchObject({ config: { kind, url } });
});

test.each<[ChannelKind, string, RegExp, ChannelKind | null]>([
  ['webhook', slackUrl, /URL of Slack.*Choose Slack/, 'slack'],
  ['webhook', discordUrl, /Discord/, 'discord'],
  ['webhook', `${discordUrl}/slack`, /Slack/, 'slack'],
  ['webhook', teamsUrl, /Microsoft Teams/, 'teams'],
  ['webhook', chatUrl, /Google Chat/, 'google_chat'],
  ['slack', discordUrl, /Choose Discord/, 'discord'],
  ['discord', slackUrl, /Choose Slack/, 'slack'],
  ['discord', `${discordUrl}/slack`, /Remove \/slack/, 'slack'],
  ['discord', 'https://discord.com/channels/1/2', /not complete/, null],
  ['discord', 'https://discord.com.evil.example/api/webhooks/1/a', /begins with/, null],
  ['slack', 'https://hooks.slack.com/triggers/T0/1/x', /starts a Slack workflow/, null],
  ['slack', 'https://example.com/hook', /begins with https:\/\/hooks\.slack\.com/, null],
  ['slack', 'http://hooks.slack.com/services/T0/B0/x', /https/, null],
  ['teams', 'https://contoso.webhook.office.com/webhookb2/x', /retired/, null],
  ['teams', teamsUrl.replace('&sig=x', ''), /Copy all of it/, null],
  [
    'teams',
    'https://logic.azure.com.evil.example/workflows/1/triggers/a/paths/invoke?sig=x',
    /logic\.azure\.com/,
    null,
  ],
  ['google_chat', chatUrl.replace('&token=t', ''), /Copy all of it/, null],
  ['google_chat', 'https://example.com/', /chat\.googleapis\.com/, null],
  ['webhook', 'https://localhost/x', /localhost/, null],
  ['webhook', 'no address', /space|full URL/, null],
])('%s refuses %s with its remedy', (kind, url, error, suggestedKind) => {
  const read = readChannelConfig({ kind, input: { url } });
  expect(read).toMatchObject({ config: null, suggestedKind });
  expect('errors' in read && read.errors.url).toMatch(error);
});

test('a topic of ntfy works as a webhook and is offered as ntfy', () => {
  expect(readChannelConfig({ kind: 'webhook', input: { url: 'https://ntfy.sh/topic' } }).suggestedKind).toBe(
    'ntfy',
  );
});

test("hosts of the installation pass: Slack's by https, those of development for every kind", () => {
  const hosts: ExtraHosts = { slack: ['chat.example.com'], any: ['127.0.0.1:4030'] };
  const read = (kind: ChannelKind, input: ChannelInput) => readChannelConfig({ kind, input, hosts }).config;
  expect(read('slack', { url: 'https://chat.example.com/hooks/x' })).not.toBeNull();
  expect(read('slack', { url: 'http://chat.example.com/hooks/x' })).toBeNull();
  expect(read('discord', { url: 'https://chat.example.com/hooks/x' })).toBeNull();
  for (const kind of ['slack', 'discord', 'teams', 'google_chat', 'webhook'] as const)
    expect(read(kind, { url: `http://127.0.0.1:4030/${kind}/any` })).not.toBeNull();
  expect(read('ntfy', { server: 'http://127.0.0.1:4030', topic: 'a' })).not.toBeNull();
  expect(read('ntfy', { server: 'http://localhost:4031', topic: 'a' })).toBeNull();
});

test.each<[ChannelKind, ChannelInput, string[]]>([
  ['telegram', { botToken: 'token', chatId: '-1001' }, ['botToken']],
  ['telegram', { botToken: `123456:${'A'.repeat(35)}`, chatId: 'https://t.me/name' }, ['chatId']],
  ['telegram', { botToken: 'x', chatId: 'a group' }, ['botToken', 'chatId']],
  ['ntfy', { topic: 'https://ntfy.sh/a' }, ['topic']],
  ['ntfy', { topic: 'a', server: 'https://ntfy.sh/a' }, ['server']],
  ['ntfy', { topic: 'a', server: 'https://user:word@ntfy.example.com' }, ['server']],
  ['ntfy', { topic: 'a', accessToken: 'secret' }, ['accessToken']],
  ['pagerduty', { routingKey: 'u+abc' }, ['routingKey']],
  ['pagerduty', { routingKey: 'a'.repeat(32), region: 'asia' }, ['region']],
  ['email', { addresses: 'ops@example.com, nobody' }, ['addresses']],
  ['email', { addresses: 'a@example.com?bcc=b@example.com' }, ['addresses']],
  [
    'email',
    { addresses: Array.from({ length: 11 }, (_, index) => `a${index}@example.com`).join(' ') },
    ['addresses'],
  ],
])('%s refuses %j', (kind, input, fields) => {
  const read = readChannelConfig({ kind, input });
  expect('errors' in read && Object.keys(read.errors)).toEqual(fields);
});

test('an optional field has its default, and a list names each address once', () => {
  expect(
    readChannelConfig({ kind: 'ntfy', input: { topic: 'a', server: 'https://NTFY.example.com/' } }),
  ).toMatchObject({
    config: { server: 'https://ntfy.example.com', topic: 'a', accessToken: null },
  });
  expect(
    readChannelConfig({ kind: 'pagerduty', input: { routingKey: 'a'.repeat(32), region: 'EU' } }),
  ).toMatchObject({
    config: { region: 'eu' },
  });
  expect(
    readChannelConfig({
      kind: 'email',
      input: { addresses: 'a@example.com;\n a@example.com, b@example.com' },
    }),
  ).toMatchObject({
    config: { addresses: ['a@example.com', 'b@example.com'] },
  });
});

test('the kind of an address is known by its host alone', () => {
  expect(kindOfUrl('https://api.telegram.org/bot1:a/sendMessage')).toBe('telegram');
  expect(kindOfUrl('https://events.eu.pagerduty.com/v2/enqueue')).toBe('pagerduty');
  expect(kindOfUrl('https://contoso.webhook.office.com/webhookb2/x')).toBe('teams');
  expect(kindOfUrl('https://example.com/?u=https://hooks.slack.com/')).toBeNull();
  expect(kindOfUrl('hooks.slack.com')).toBeNull();
});
