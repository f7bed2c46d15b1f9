import type { JobChannel } from '#domain/job/choices.ts';
import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import {
  type Channel,
  type NotificationConfig,
  readNotificationConfig,
} from '#domain/notifications/notification.ts';
import { channelDestination, readStoredChannel } from '#domain/notifications/stored-channel.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { keyedHash } from '#server/sealing/keyed-hash.server.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';

/** Where the account's default channel is sealed. */
export const defaultConfigField = 'user.defaultNotificationConfig';
const notificationField = 'notification.config';

/** Columns of a job's notification channel. */
export interface ChannelColumns {
  ownerId: number;
  notificationType: string | null;
  notificationConfig: string | null;
  defaultNotificationType: string | null;
  defaultNotificationConfig: string | null;
  email: string;
}

/** A channel, opened. */
export type DecryptedChannel =
  { channel: JobChannel; config: NotificationConfig } | { channel: 'email'; to: string };

/** Destination of a notification: a job's channel, or all browsers of its owner with push messages. */
export type NotificationChannel = DecryptedChannel | { channel: 'push' };

/** Destination of a push notification; the browsers are looked up when it is sent. */
const browsers = 'your browsers';

/** The job's own channel, else the account's, else the owner's email (D37). */
export function channelOf(columns: ChannelColumns): DecryptedChannel {
  const { ownerId, notificationType, notificationConfig, email } = columns;
  return (
    open({ ownerId, type: notificationType, sealed: notificationConfig, field: 'job.notificationConfig' }) ??
    open({
      ownerId,
      type: columns.defaultNotificationType,
      sealed: columns.defaultNotificationConfig,
      field: defaultConfigField,
    }) ?? { channel: 'email', to: email }
  );
}

function open({
  ownerId,
  type,
  sealed,
  field,
}: {
  ownerId: number;
  type: string | null;
  sealed: string | null;
  field: string;
}): DecryptedChannel | null {
  if (sealed === null || (type !== 'slack' && type !== 'webhook')) return null;
  try {
    const config = readNotificationConfig(unseal({ sealed, userId: ownerId, field }));
    return config && { channel: type, config };
  } catch (error) {
    // The ends of a whole batch are being written: a channel that cannot be decrypted falls back to the owner's email.
    log().error({ ownerId, field, ...errorFields(error) }, 'A notification channel could not be decrypted.');
    return null;
  }
}

/** Columns of a notification's destination at this moment. */
export function sealDestination({ ownerId, open: to }: { ownerId: number; open: NotificationChannel }) {
  const destination = destinationOf(to);
  // The browsers of two accounts are two destinations.
  const paced = to.channel === 'push' ? String(ownerId) : destination;
  return {
    channel: to.channel,
    channelKey: keyedHash({ purpose: 'note-channel', text: `${to.channel} ${paced}` }),
    config: seal({ text: destination, userId: ownerId, field: notificationField }),
  };
}

/** Columns of a notification to a named channel: its name stands for the destination, which is read when it is sent. */
export function sealNamedDestination({
  ownerId,
  channel,
  channelId,
  name,
}: {
  ownerId: number;
  channel: ChannelKind;
  channelId: number;
  name: string;
}) {
  return {
    channel,
    channelKey: keyedHash({ purpose: 'note-channel', text: `named ${channelId}` }),
    config: seal({ text: name, userId: ownerId, field: notificationField }),
  };
}

function destinationOf(to: NotificationChannel): string {
  if (to.channel === 'push') return browsers;
  return to.channel === 'email' ? to.to : to.config.url;
}

/**
 * The displayable part of a destination: a host, an address, a chat. The rest of it may be a secret.
 * @param text as `decryptDestination` returns it
 */
export function shownDestination({ channel, text }: { channel: Channel; text: string }): string {
  return channel === 'push' ? text : channelDestination(readStoredChannel({ kind: channel, text }));
}

/** The displayable destination of a stored notification: to a named channel, its name when it was enqueued. */
export function notifiedDestination({
  ownerId,
  channel,
  channelId,
  config,
}: {
  ownerId: number;
  channel: Channel;
  channelId: number | null;
  config: string;
}): string {
  const text = decryptDestination({ ownerId, config });
  return channelId === null ? shownDestination({ channel, text }) : text;
}

/** Destination of a notification: a URL, an email address, other settings as text, or a text for the owner's browsers. */
export function decryptDestination({ ownerId, config }: { ownerId: number; config: string }): string {
  return unseal({ sealed: config, userId: ownerId, field: notificationField });
}
