import { notificationErrorText } from '#domain/notifications/notification-words.ts';
import type { Channel } from '#domain/notifications/notification.ts';
import { db } from '#server/database/db.server.ts';
import { decryptDestination } from '#server/notifications/channels/channel.server.ts';
import type { FailedChannel } from '#server/notifications/channels/mail-notification.server.ts';
import { hostOf } from './list-notifications.server.ts';
import type { NotificationRow } from './notification-rows.server.ts';
import { readRule, undeliveredRule } from './stored-rule.ts';

/** The channel that failed a notification now sent by email; null for any other. */
export async function failedChannelOf({
  executionId,
  rule,
  job,
}: NotificationRow): Promise<FailedChannel | null> {
  if (rule !== undeliveredRule(readRule(rule))) return null;
  const failed = await db().notification.findFirst({ where: { executionId, rule: readRule(rule) } });
  if (!failed) return null;
  const { errorCode, statusCode, response, config } = failed;
  const channel = failed.channel as Channel;
  const reason = notificationErrorText({ channel, errorCode: errorCode ?? '', statusCode });
  return {
    name: channel === 'slack' ? 'Slack' : 'the webhook',
    host: hostOf(decryptDestination({ ownerId: job.ownerId, config })),
    reason: response === null ? reason : `${reason} Its response begins: ${response}`,
  };
}
