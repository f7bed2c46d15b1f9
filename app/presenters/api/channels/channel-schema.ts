import { z } from 'zod';
import { channelKindNames } from '#domain/notifications/channel-kind-names.ts';
import { channelKinds } from '#domain/notifications/channel-kinds.ts';
import { channelStates } from '#domain/notifications/channel-state.ts';
import { notificationRules, notificationStates } from '#domain/notifications/notification.ts';
import { count, id, instant } from '../field-schema.ts';
import { quietHoursSchema } from './quiet-hours-schema.ts';
import { templateSchema } from './template-schema.ts';

const text = z.string();
const masked = '********';

const channelId = id('The id of the channel.', 7);

const channelName = text.meta({ description: 'Its name, unique in the account.', examples: ['#ops'] });

const channelKind = z.enum(channelKinds).meta({
  description: `Kind: ${Object.values(channelKindNames).join(', ')}.`,
  examples: ['slack'],
});

/** Settings of a channel by their names in the API; each kind has some of them. */
const described = {
  url: ['For Slack, webhook, Discord, Microsoft Teams and Google Chat: the URL.', masked],
  addresses: ['For email: up to 10 addresses.', ['ops@example.com']],
  bot_token: ['For Telegram: the token of the bot.', masked],
  chat_id: ['For Telegram: a number, or the name of a public channel.', '-1001234567890'],
  server: ['For ntfy: the server; https://ntfy.sh by default.', 'https://ntfy.sh'],
  topic: ['For ntfy: the topic.', masked],
  access_token: ['For ntfy: the access token, if it needs one.', masked],
  routing_key: ['For PagerDuty: the integration key of Events API v2.', masked],
  region: ['For PagerDuty: us or eu.', 'us'],
} as const;

const setting = (name: keyof typeof described) => {
  const [description, example] = described[name];
  return text.optional().meta({ description, examples: [example] });
};

const addresses = z
  .array(text)
  .optional()
  .meta({ description: described.addresses[0], examples: [['ops@example.com']] });

const settings = {
  url: setting('url'),
  addresses,
  bot_token: setting('bot_token'),
  chat_id: setting('chat_id'),
  server: setting('server'),
  topic: setting('topic'),
  access_token: setting('access_token'),
  routing_key: setting('routing_key'),
  region: setting('region'),
};

const statusCode = z
  .int()
  .nullable()
  .meta({ description: 'HTTP or SMTP status of the response.', examples: [200] });
const response = text
  .nullable()
  .meta({ description: 'First 200 characters of the response.', examples: ['ok'] });
const error = text
  .nullable()
  .meta({ description: 'Why it was not delivered; null if it was.', examples: [null] });

/** The last message that a channel got, or should have got. */
export const lastDeliverySchema = z
  .object({
    delivered: z.boolean().meta({ examples: [true] }),
    test: z.boolean().meta({ description: 'It was a test notification.', examples: [false] }),
    at: instant('When it was sent.'),
    status_code: statusCode,
    error,
    response,
    payload: text
      .nullable()
      .meta({ description: 'The body that was sent, secrets masked.', examples: ['{"text":"…"}'] }),
  })
  .meta({ id: 'ChannelDelivery', description: 'The last message to a channel.' });

/** A named channel; secrets are masked. */
export const channelSchema = z
  .object({
    id: channelId,
    name: channelName,
    kind: channelKind,
    ...settings,
    quiet_hours: quietHoursSchema.nullable(),
    template: templateSchema.nullable(),
    destination: text.meta({
      description: 'Where it leads: a host, a chat or addresses.',
      examples: ['hooks.slack.com'],
    }),
    state: z.enum(channelStates).meta({
      description:
        'disabled: deliveries kept failing; save it or send a successful test to enable it. outside_plan: kept but not used. unconfirmed: no address has confirmed yet.',
      examples: ['working'],
    }),
    unconfirmed_addresses: z.array(text).meta({
      description: 'Addresses that get nothing because their owner has not confirmed.',
      examples: [[]],
    }),
    failing_since: instant('When its deliveries began to fail; null while they arrive.').nullable(),
    disabled_at: instant('When it was disabled; null otherwise.').nullable(),
    disabled_reason: text.nullable().meta({ description: 'Why it was disabled.', examples: [null] }),
    last_delivery: lastDeliverySchema.nullable(),
    created_at: instant('Creation time.'),
    updated_at: instant('Time of the last change.'),
  })
  .meta({ id: 'Channel', description: 'A named destination of notifications.' });

/** A notification in the log of a channel. */
export const deliverySchema = z
  .object({
    id: id('The id of the notification.', 5_012),
    job_id: id('The id of the job.', 41),
    job_name: text.meta({ examples: ['Nightly report'] }),
    execution_id: id('The id of the execution; null for a notification about none.', 90_071).nullable(),
    rule: z.enum(notificationRules).meta({ description: 'Why it was sent.', examples: ['failure'] }),
    state: z.enum(notificationStates).meta({ examples: ['sent'] }),
    attempts: count().meta({ examples: [1] }),
    enqueued_at: instant('When it was enqueued.'),
    next_at: instant('Time of the next attempt while it is pending.').nullable(),
    ended_at: instant('When it was sent or failed.').nullable(),
    status_code: statusCode,
    error,
    response,
  })
  .meta({ id: 'ChannelLogEntry', description: 'A notification in the log of a channel.' });

const given = {
  url: z.string().max(2_048),
  addresses: z.union([z.array(z.string().max(320)).max(100), z.string().max(4_096)]),
  bot_token: z.string().max(200),
  chat_id: z.string().max(64),
  server: z.string().max(2_048),
  topic: z.string().max(200),
  access_token: z.string().max(200).nullable(),
  routing_key: z.string().max(200),
  region: z.string().max(10),
};

/** Settings as a body gives them. The use case checks those of its kind. */
export const givenSettings = Object.fromEntries(
  Object.entries(given).map(([name, schema]) => {
    const [description, example] = described[name as keyof typeof described];
    const secret = example === masked ? ' Left out, it stays as it is.' : '';
    return [
      name,
      (schema as z.ZodType).optional().meta({ description: description + secret, examples: [example] }),
    ];
  }),
) as { [Name in keyof typeof given]: z.ZodOptional<(typeof given)[Name]> };

export const givenName = z
  .string({ error: 'Enter a name, such as #ops.' })
  .max(200)
  .meta({ description: 'Its name, 1 to 50 characters, unique in the account.', examples: ['#ops'] });

export const givenKind = z
  .enum(channelKinds, { error: `kind must be one of ${channelKinds.join(', ')}.` })
  .meta({ description: 'Kind. It decides which settings are needed.', examples: ['slack'] });

const readOnly = [
  ...['id', 'destination', 'state', 'unconfirmed_addresses', 'failing_since', 'disabled_at'],
  ...['disabled_reason', 'last_delivery', 'created_at', 'updated_at'],
];

/** Fields of a response that may be sent back. */
export const readOnlyFields = Object.fromEntries(
  readOnly.map((name) => [
    name,
    z.unknown().optional().meta({ description: 'Read-only; ignored on input.' }),
  ]),
);
