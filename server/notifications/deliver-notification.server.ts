import type { JobChannel } from '#domain/job/choices.ts';
import { channelErrorText } from '#domain/notifications/channel-error-text.ts';
import { notificationErrorText } from '#domain/notifications/notification-words.ts';
import type { Channel } from '#domain/notifications/notification.ts';
import { channelDestination } from '#domain/notifications/stored-channel.ts';
import { templateInUse } from '#server/channels/channel-template.server.ts';
import { decryptChannel } from '#server/channels/decrypt-channel.server.ts';
import { closedError, deliveryTarget } from '#server/channels/delivery-target.server.ts';
import { db } from '#server/database/db.server.ts';
import { retryUntilCommitted } from '#server/database/retry-until-committed.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { decryptDestination, shownDestination } from '#server/notifications/channels/channel.server.ts';
import type { FailedChannel } from '#server/notifications/channels/mail-notification.server.ts';
import { sendMessage } from '#server/notifications/channels/send-message.server.ts';
import { type ClaimedNotifications, claimNotification, holdMs } from './claim-notification.server.ts';
import { failedCallLines } from './failed-call.server.ts';
import { digestOf, type Message, messageOf } from './message.server.ts';
import { type NotificationRow, readNotifications } from './notification-rows.server.ts';
import { recordDeliveries } from './record-deliveries.server.ts';
import { readRule, undeliveredRule } from './stored-rule.ts';
import type { Delivery, Sent } from './types.ts';

/** Notifications of a digest that are read, for its lines and for programs; it counts the others. */
const mostRead = 200;

/**
 * Tries once to deliver a notification, combined with those waiting for the same rate-limited destination. Attempts 5
 * s, 30 s, 5 min, 30 min and 2 h apart, then it fails for good; at once if another attempt would end the same way (a
 * 4xx other than 408, 425 and 429, a forbidden target, a rejected mail). Never throws for the target.
 *
 * @param now current time; read again after the response
 * @param onSent called once the destination has responded, or failed to, with the least time until its next message
 * @returns the time of the next attempt, or the end; a removed notification counts as failed
 * @throws Error if the database is down, also after a send and while the notification is held: try again
 */
export async function deliverNotification({
  notificationId,
  now = Date.now,
  onSent,
}: {
  notificationId: number;
  now?: () => number;
  onSent?: (sent: { gapMs: number }) => void;
}): Promise<Delivery> {
  const began = performance.now();
  const claimed = await claimNotification({ notificationId, now: now() });
  if (claimed.kind !== 'claimed') return claimed;
  const rows = await readNotifications(claimed.ids.slice(0, mostRead));
  const [first] = rows;
  if (!first) return { kind: 'failed' };
  const sent = await send({ rows, first, claimed, now: now() });
  const endedAt = now();
  onSent?.({ gapMs: claimed.gapMs });
  const unread = claimed.ids.slice(mostRead);
  // After this time another worker may send it again.
  const next = await retryUntilCommitted({
    write: () => recordDeliveries({ rows, unread, paceKey: claimed.paceKey, sent, now: endedAt }),
    onError: (error) =>
      log().warn(
        { notificationId: notificationId, ...errorFields(error) },
        'The result of a notification could not be recorded yet.',
      ),
    limitMs: began + holdMs - performance.now(),
  });
  return next.get(notificationId) ?? { kind: 'failed' };
}

/** A mail also has details that other channels leave to the page of the execution. */
async function messageFor({
  rows,
  first,
  claimed: { ids, jobs },
}: {
  rows: NotificationRow[];
  first: NotificationRow;
  claimed: ClaimedNotifications;
}): Promise<Message> {
  if (rows.length > 1) return digestOf(rows, { total: rows.length + ids.slice(mostRead).length, jobs });
  const message = messageOf(first);
  // An event beside the result says itself what happened.
  if (first.channel !== 'email' || first.details !== null) return message;
  return { ...message, lines: [...message.lines, ...(await failedCallLines(first))] };
}

async function send({
  rows,
  first,
  claimed,
  now,
}: {
  rows: NotificationRow[];
  first: NotificationRow;
  claimed: ClaimedNotifications;
  now: number;
}): Promise<Sent> {
  const { target, job } = first;
  try {
    const closed = target && (await closedError(target));
    if (closed) return { errorCode: closed, statusCode: null, isFinal: true, waitMs: null };
    return await sendMessage({
      message: await messageFor({ rows, first, claimed }),
      destination: {
        ...(target
          ? { ...deliveryTarget(target), template: await templateInUse(target) }
          : ownDestination(first)),
        ownerId: job.ownerId,
        jobId: first.jobId,
        isEmailVerified: job.owner.emailVerified,
        failedChannel: rows.length > 1 ? null : await failedChannelOf(first),
      },
      now,
    });
  } catch (error) {
    // A missing key may be present after the next start: decryption is retried.
    log().error(
      { notificationId: Number(first.id), ...errorFields(error) },
      'A notification could not be sent.',
    );
    return { errorCode: 'worker_lost', statusCode: null, isFinal: false, waitMs: null };
  }
}

/** Where a notification without a named channel goes. */
function ownDestination({ channel, config, job: { ownerId } }: NotificationRow) {
  return { channel: channel as Channel, to: decryptDestination({ ownerId, config }) };
}

/** The channel that failed a notification now sent by email; null for any other. */
async function failedChannelOf({
  jobId,
  executionId,
  occurrence,
  rule,
  job,
}: NotificationRow): Promise<FailedChannel | null> {
  if (rule !== undeliveredRule(readRule(rule))) return null;
  const failed = await db().notification.findFirst({
    where: { jobId, executionId, occurrence, rule: readRule(rule), state: 'failed' },
    orderBy: { endedAt: 'desc' },
    include: { target: true },
  });
  if (!failed) return null;
  const { statusCode, response, config, target } = failed;
  const channel = failed.channel as JobChannel;
  const errorCode = failed.errorCode ?? '';
  const reason = target
    ? channelErrorText({ ...target, errorCode, statusCode })
    : notificationErrorText({ channel, errorCode, statusCode });
  return {
    name: target ? target.name : channel === 'slack' ? 'Slack' : 'the webhook',
    host: target
      ? channelDestination(decryptChannel(target))
      : shownDestination({ channel, text: decryptDestination({ ownerId: job.ownerId, config }) }),
    reason: response === null ? reason : `${reason} Its response begins: ${response}`,
  };
}
