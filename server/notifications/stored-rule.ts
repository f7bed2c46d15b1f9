import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import type { Channel, NotificationRule } from '#domain/notifications/notification.ts';

const prefixes = { push: 'push_', undelivered: 'undelivered_' };

/** The rule as stored in the row: an execution has one notification for each rule, and one more for push. */
export function storedRule({
  rule,
  channel,
}: {
  rule: NotificationRule;
  channel: Channel | ChannelKind;
}): string {
  return channel === 'push' ? prefixes.push + rule : rule;
}

/** Rule of the email about a notification its channel did not accept. */
export function undeliveredRule(rule: NotificationRule): string {
  return prefixes.undelivered + rule;
}

/** The rule a row names. */
export function readRule(stored: string): NotificationRule {
  const prefix = Object.values(prefixes).find((one) => stored.startsWith(one)) ?? '';
  return stored.slice(prefix.length) as NotificationRule;
}
