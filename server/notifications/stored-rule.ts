import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import type { Channel, NotificationRule } from '#domain/notifications/notification.ts';

const prefixes = { push: 'push_', undelivered: 'undelivered_' };
const snoozed = /^snoozed\d+_/;

/**
 * The rule as stored in the row: an execution has one notification for each rule, one more for push, and a reminder for
 * the end of each snooze.
 * @param snooze number of the snooze that ends
 */
export function storedRule({
  rule,
  channel,
  snooze,
}: {
  rule: NotificationRule;
  channel: Channel | ChannelKind;
  snooze?: number | undefined;
}): string {
  const named = snooze === undefined ? rule : `snoozed${snooze}_${rule}`;
  return channel === 'push' ? prefixes.push + named : named;
}

/** Rule of the email about a notification its channel did not accept. */
export function undeliveredRule(rule: NotificationRule): string {
  return prefixes.undelivered + rule;
}

/** The rule a row names. */
export function readRule(stored: string): NotificationRule {
  const prefix = Object.values(prefixes).find((one) => stored.startsWith(one)) ?? '';
  return stored.slice(prefix.length).replace(snoozed, '') as NotificationRule;
}
