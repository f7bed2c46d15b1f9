import type { ChannelConfig } from '#domain/notifications/channel-kinds.ts';
import { notificationLimitSeconds } from '#domain/notifications/notification-words.ts';
import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import type { Channel } from '#domain/notifications/notification.ts';
import { providerUrlError } from '#domain/notifications/provider-urls.ts';
import { channelSecrets, readStoredChannel } from '#domain/notifications/stored-channel.ts';
import { responseStart, withoutSecrets } from '#server/notifications/end-of-call.server.ts';
import type { Message } from '#server/notifications/message.server.ts';
import type { Sent } from '#server/notifications/types.ts';
import { callTarget } from '#server/outbound/call-target.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import type { ChannelSender, HttpKind } from './kinds/channel-sender.server.ts';
import { channelSender } from './kinds/channel-senders.server.ts';
import { sendToAddresses, sendToOwner } from './kinds/email.server.ts';
import type { FailedChannel } from './mail-notification.server.ts';
import { sendByPush } from './push-notification.server.ts';
import { extraHosts, isSlackUrl } from './slack-host.server.ts';

/** Where a message goes, and for whom. */
export interface Destination {
  channel: Channel;
  /** A URL, an address of email, the settings of a channel as `storedChannel` writes them, or words for browsers. */
  to: string;
  ownerId: number;
  jobId: number;
  /** True if the owner's address is theirs, as the identity provider says. */
  isEmailVerified: boolean;
  /** Name of the account's channel; without it, an email goes to the owner. */
  channelName?: string | null;
  /** Body of a webhook channel; without it, the standard one is sent. */
  template?: BodyTemplate | null;
  /** Set for a notification that goes by email because this channel failed. */
  failedChannel?: FailedChannel | null;
}

/** Sends a message once, through the guarded client or the mail server. Errors are returned, never thrown. */
export function sendMessage({
  message,
  destination,
  now,
}: {
  message: Message;
  destination: Destination;
  now: number;
}): Promise<Sent> {
  const { channel, to, ownerId, channelName } = destination;
  if (channel === 'push') return sendByPush({ message, ownerId, now });
  if (channel === 'email' && !channelName) return sendToOwner({ message, ...destination });
  const config = readStoredChannel({ kind: channel, text: to });
  return config.kind === 'email'
    ? sendToAddresses({ message, addresses: config.addresses, ownerId, channelName: channelName ?? '' })
    : sendByHttp({ message, config, destination, now });
}

type HttpConfig = Exclude<ChannelConfig, { kind: 'email' }>;

async function sendByHttp({
  message,
  config,
  destination: { ownerId, jobId, template = null },
  now,
}: {
  message: Message;
  config: HttpConfig;
  destination: Destination;
  now: number;
}): Promise<Sent> {
  if (!isStillAllowed(config)) return refused('target_not_allowed');
  const sender: ChannelSender<HttpKind> = channelSender(config.kind);
  const { payload, ...request } = await sender.request({
    message,
    config,
    ownerId,
    template,
    now,
  });
  const { response, error, detail } = await callTarget({
    ...request,
    ...{ method: 'POST', payload, timeoutMs: notificationLimitSeconds[config.kind] * 1_000 },
  });
  if (error === 'target_not_allowed')
    await recordRefusal({ reason: detail, url: request.url, actorId: ownerId, subjectId: jobId });
  const secrets = channelSecrets(config);
  return {
    ...sender.classify({ response, error, now }),
    response: response && responseStart({ body: response.body, secrets }),
    body: withoutSecrets({ text: payload, secrets }),
  };
}

/** The operator's hosts may have changed since the channel was saved. */
function isStillAllowed(config: HttpConfig): boolean {
  if (!('url' in config)) return true;
  const { kind, url } = config;
  return kind === 'slack' ? isSlackUrl(url) : providerUrlError({ kind, url, hosts: extraHosts() }) === null;
}

function refused(errorCode: string): Sent {
  return { errorCode, statusCode: null, isFinal: true, waitMs: null };
}
