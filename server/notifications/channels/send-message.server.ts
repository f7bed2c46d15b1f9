import type { JobChannel } from '#domain/job/choices.ts';
import { isRetried } from '#domain/job/retry.ts';
import { notificationLimitSeconds } from '#domain/notifications/notification-words.ts';
import type { Channel } from '#domain/notifications/notification.ts';
import { inMailSlot } from '#server/mail/mail-slot.server.ts';
import { sendMail } from '#server/mail/send-mail.server.ts';
import { isMailConfigured } from '#server/mail/transport.server.ts';
import {
  endOfCall,
  longestResponse,
  responseStart,
  withoutAddress,
} from '#server/notifications/end-of-call.server.ts';
import { type Message, notificationsUrl } from '#server/notifications/message.server.ts';
import type { Sent } from '#server/notifications/types.ts';
import { callTarget } from '#server/outbound/call-target.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import { type FailedChannel, notificationMail } from './mail-notification.server.ts';
import { sendByPush } from './push-notification.server.ts';
import { isSlackUrl } from './slack-host.server.ts';
import { slackBody } from './slack-notification.server.ts';
import { notificationHeaders, webhookBody, webhookHeaders } from './webhook-notification.server.ts';

/** Where a message goes, and for whom. */
export interface Destination {
  channel: Channel;
  /** A URL, an address of email, or words for the browsers of the owner. */
  to: string;
  ownerId: number;
  jobId: number;
  /** True if the owner's address is theirs, as the identity provider says. */
  isEmailVerified: boolean;
  /** Set for a notification that goes by email because this channel failed. */
  failedChannel?: FailedChannel | null;
}

/** Sends a message once, through the guarded client or the mail server. Errors are returned, never thrown. */
export function sendMessage(order: {
  message: Message;
  destination: Destination;
  now: number;
}): Promise<Sent> {
  const { channel } = order.destination;
  if (channel === 'push') return sendByPush({ ...order, ownerId: order.destination.ownerId });
  return channel === 'email' ? sendByMail(order) : sendByHttp({ ...order, channel });
}

async function sendByHttp({
  message,
  channel,
  destination: { to: url, ownerId, jobId },
  now,
}: {
  message: Message;
  channel: JobChannel;
  destination: Destination;
  now: number;
}): Promise<Sent> {
  if (channel === 'slack' && !isSlackUrl(url)) return refused('target_not_allowed');
  const payload = channel === 'slack' ? slackBody(message) : webhookBody(message);
  const headers =
    channel === 'slack'
      ? notificationHeaders()
      : await webhookHeaders({ message, body: payload, ownerId, now });
  const { response, error, detail } = await callTarget({
    url,
    method: 'POST',
    headers,
    payload,
    timeoutMs: notificationLimitSeconds[channel] * 1_000,
  });
  if (error === 'target_not_allowed')
    await recordRefusal({ reason: detail, url, actorId: ownerId, subjectId: jobId });
  return {
    ...endOfCall({ response, error, now }),
    response: response && responseStart({ body: response.body, url }),
    body: withoutAddress({ text: payload, url }),
  };
}

async function sendByMail({
  message,
  destination: { to, jobId, isEmailVerified, failedChannel },
}: {
  message: Message;
  destination: Destination;
}): Promise<Sent> {
  if (!isMailConfigured()) return refused('mail_unconfigured');
  if (!isEmailVerified) return refused('email_unconfirmed');
  const mail = notificationMail({ message, to, jobUrl: notificationsUrl(jobId), failedChannel });
  // The wait and the exchange together are shorter than a delivery's lock on its notification.
  const limitMs = notificationLimitSeconds.email * 1_000;
  const work = () => sendMail({ mail, timeoutMs: limitMs });
  const sent = await inMailSlot({ waitMs: limitMs, work });
  const { error: errorCode, statusCode, reply } = sent ?? { error: 'timeout', statusCode: null, reply: '' };
  const isFinal = errorCode === null || !isRetried({ errorCode, statusCode });
  const body = `Subject: ${mail.subject}\n\n${mail.text}`;
  return {
    ...{ errorCode, statusCode, isFinal, waitMs: null, body },
    response: reply.slice(0, longestResponse) || null,
  };
}

function refused(errorCode: string): Sent {
  return { errorCode, statusCode: null, isFinal: true, waitMs: null };
}
