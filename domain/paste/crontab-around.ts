import { baseName, type CommandPart } from './command-parts.ts';
import type { LeftOut } from './pasted.ts';

/** A command beside the call of a line: why it is left, and whether the call means something else without it. */
export interface Beside extends LeftOut {
  isNeeded: boolean;
}

const harmless = new Set(
  'cd export set unset umask ulimit source . : true echo printf date sleep'.split(' '),
);
const mailers = new Set(['mail', 'mailx', 'mutt', 'sendmail', 'msmtp', 'ssmtp']);
/** What ends a line without doing anything. */
const silent = new Set(['true', ':', 'exit']);
/** They ask whether a program is there. */
const lookups = new Set(['which', 'type', 'hash']);

/**
 * Why the commands around a call are left out, in the order of the line.
 * @param at of the call
 * @param sent of the command whose output the call sends; null without one
 */
export function besideCall({
  parts,
  at,
  sent,
}: {
  parts: readonly CommandPart[];
  at: number;
  sent: number | null;
}): Beside[] {
  return parts.flatMap((part, index) => {
    const isSilent = silent.has(part.words[0]?.text ?? '');
    if (index === at || index === sent || isSilent) return [];
    const what = part.words.map(({ text }) => text).join(' ');
    const next = parts[index + 1]?.before ?? null;
    const isPiped = next === '|' && index === at - 1;
    return [index < at ? { what, ...before({ part, next, isPiped }) } : { what, ...after(part) }];
  });
}

function before({
  part: { words, isCondition },
  next,
  isPiped,
}: {
  part: CommandPart;
  next: string | null;
  isPiped: boolean;
}) {
  const name = baseName(words[0]?.text ?? '');
  const text = words.map((word) => word.text).join(' ');
  if (name === 'sleep' || (/^(?:perl|python3?|ruby)$/.test(name) && text.includes('sleep'))) {
    return { why: 'Jobs start on the minute, so this wait is left out.', isNeeded: false };
  }
  if (isLookup({ name, text })) return { why: 'Only the call is made here.', isNeeded: false };
  if (name === 'for')
    return { why: 'A job makes one call per run, so the loop is left out.', isNeeded: true };
  if (isCondition || isTest(name)) {
    return { why: 'This check does not run here, so the call is made every time.', isNeeded: true };
  }
  const isPlain = harmless.has(name) || words.every((word) => /^\w+=/.test(word.text));
  if (isPlain) return { why: 'Only the call is made here.', isNeeded: false };
  if (next === '||') return { why: 'It does not run here, so the call is made every time.', isNeeded: true };
  if (isPiped) return { why: 'It does not run here, so its output is not sent.', isNeeded: true };
  return { why: 'It does not run here, so the call no longer depends on it.', isNeeded: true };
}

function after({ words }: CommandPart) {
  const isMail = words.some(({ text }) => mailers.has(baseName(text)));
  const why = isMail ? 'Notifications are chosen in each job.' : 'Only the call is made here.';
  return { why, isNeeded: false };
}

const isTest = (name: string) => name === '[' || name === '[[' || name === 'test';

/** `[ -x /usr/bin/curl ]` and `command -v curl`: on your machine they hold. */
function isLookup({ name, text }: { name: string; text: string }): boolean {
  if (isTest(name)) return /^\S+ -x \S+(?: \]{1,2})?$/.test(text);
  return lookups.has(name) || (name === 'command' && text.startsWith('command -v '));
}
