import type { Channel, NotificationRule } from '#domain/notifications/notification.ts';

const prefixes = { push: 'push_', undelivered: 'undelivered_' };

/** The rule as its row names it: an execution owes a rule once, and once more to browsers. */
export function storedRule({ rule, channel }: { rule: NotificationRule; channel: Channel }): string {
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
