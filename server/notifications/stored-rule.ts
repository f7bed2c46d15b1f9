import type { NoteRule } from '#domain/notification.ts';
import type { Channel } from './types.ts';

const pushed = 'push_';

/** The rule as its row names it: an execution owes a rule once, and once more to browsers. */
export function storedRule({ rule, channel }: { rule: NoteRule; channel: Channel }): string {
  return channel === 'push' ? pushed + rule : rule;
}

/** The rule that a row names. */
export function readRule(stored: string): NoteRule {
  return (stored.startsWith(pushed) ? stored.slice(pushed.length) : stored) as NoteRule;
}
