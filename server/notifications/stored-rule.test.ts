import { expect, test } from 'vitest';
import { readRule, storedRule, undeliveredRule } from './stored-rule.ts';

test.each([
  ['failure', storedRule({ rule: 'failure', channel: 'slack' })],
  ['push_failure', storedRule({ rule: 'failure', channel: 'push' })],
  ['snoozed2_reminder', storedRule({ rule: 'reminder', channel: 'slack', snooze: 2 })],
  ['push_snoozed13_reminder', storedRule({ rule: 'reminder', channel: 'push', snooze: 13 })],
  ['undelivered_flapping_ended', undeliveredRule('flapping_ended')],
])('%s is read as the rule that it was stored for', (stored, made) => {
  expect(made).toBe(stored);
  expect(readRule(stored)).toBe(stored.replace(/^(?:push_|undelivered_)?(?:snoozed\d+_)?/, ''));
});
