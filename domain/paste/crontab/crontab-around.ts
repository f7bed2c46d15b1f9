import type { LeftOut } from '#domain/paste/pasted.ts';
import { baseName, type CommandPart } from '#domain/paste/shell/command-parts.ts';
import type { ShellWord } from '#domain/paste/shell/shell-words.ts';

/** A command beside the call of a line: why it is left, and whether the call means something else without it. */
export interface Beside extends LeftOut {
  isNeeded: boolean;
  /** The call is made where it holds, and only there. */
  isGate: boolean;
}

const harmless = new Set(
  'cd export set unset umask ulimit source . : true echo printf date sleep'.split(' '),
);
const mailers = new Set(['mail', 'mailx', 'mutt', 'sendmail', 'msmtp', 'ssmtp']);
/** Commands that end a line without doing anything. */
const silent = new Set(['true', ':', 'exit']);
/** They test if a program exists. */
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
  const joined = joinedFrom({ parts, at });
  return parts.flatMap((part, index) => {
    const isSilent = silent.has(part.words[0]?.text ?? '');
    if (index === at || index === sent || isSilent) return [];
    const what = part.words.map(({ text }) => text).join(' ');
    const next = parts[index + 1]?.before ?? null;
    const isPiped = next === '|' && index === at - 1;
    const isGate = gates({ parts, index, at, joined });
    return index < at
      ? [{ what, isGate, ...before({ part, next, isPiped, holds: holdsHere({ parts, index }) }) }]
      : [{ what, isGate, ...after(part) }];
  });
}

const isExit = (part: CommandPart | undefined) => part?.words[0]?.text === 'exit';

/** The first of the commands before the call that are all joined to it by `&&`. */
function joinedFrom({ parts, at }: { parts: readonly CommandPart[]; at: number }): number {
  let first = at;
  while (parts[first]?.before === '&&' && !isExit(parts[first])) first -= 1;
  return first;
}

/** Reports whether the command at `index` decides on the call by its success: `x && curl`, `if x; then curl`, `x || exit; curl`. */
function gates({ parts, index, at, joined }: Place & { at: number; joined: number }): boolean {
  const part = parts[index];
  const next = parts[index + 1];
  if (!part || part.isNegated || index >= at) return false;
  if (part.isCondition) return index === at - 1;
  return index >= joined || (index === at - 2 && next?.before === '||' && isExit(next));
}

/** False for a command behind which the call is made where it fails: `x || curl`, `x && exit; curl`, `! x && curl`. */
function holdsHere({ parts, index }: Place): boolean {
  const next = parts[index + 1];
  const isEnd = silent.has(next?.words[0]?.text ?? '');
  return parts[index]?.isNegated !== true && isEnd === (next?.before === '||');
}

interface Place {
  parts: readonly CommandPart[];
  index: number;
}

function before({
  part: { words, isCondition },
  next,
  isPiped,
  holds,
}: {
  part: CommandPart;
  next: string | null;
  isPiped: boolean;
  holds: boolean;
}) {
  const name = baseName(words[0]?.text ?? '');
  const text = words.map((word) => word.text).join(' ');
  if (name === 'sleep' || isWaitingScript.test(text)) {
    return { why: 'Jobs start on the minute, so this wait is left out.', isNeeded: false };
  }
  if (holds && isLookup({ name, text })) return { why: 'Only the call is made here.', isNeeded: false };
  if (name === 'for')
    return { why: 'A job makes one call per run, so the loop is left out.', isNeeded: true };
  if (isCondition || isTest(name)) {
    return { why: 'This check does not run here, so the call is made every time.', isNeeded: true };
  }
  const isJoined = next === '&&' || next === '||';
  const isPlain =
    (harmless.has(name) && next !== '||') || words.every((word) => isPlainAssignment({ word, isJoined }));
  if (isPlain) return { why: 'Only the call is made here.', isNeeded: false };
  if (next === '||') return { why: 'It does not run here, so the call is made every time.', isNeeded: true };
  if (isPiped) return { why: 'It does not run here, so its output is not sent.', isNeeded: true };
  return { why: 'It does not run here, so the call no longer depends on it.', isNeeded: true };
}

function after({ words }: CommandPart) {
  const isMail = words.some(({ text }) => mailers.has(baseName(text)));
  const why = isMail ? 'Notifications are set on each job.' : 'Only the call is made here.';
  return { why, isNeeded: false };
}

/** `perl -e 'sleep rand 300'` */
const isWaitingScript = /^(?:\S*\/)?(?:perl|python3?|ruby) (?:-\w+ )*-\w*[ec] .*\bsleep\b/s;

/** A variable set from the output of a command fails with it. */
const isPlainAssignment = ({ word, isJoined }: { word: ShellWord; isJoined: boolean }) =>
  /^\w+=/.test(word.text) && !(isJoined && word.expansions.some((one) => /^(?:\$\(|`)/.test(one)));

const isTest = (name: string) => name === '[' || name === '[[' || name === 'test';

/** `[ -x /usr/bin/curl ]` and `command -v curl`: on your machine they hold. */
function isLookup({ name, text }: { name: string; text: string }): boolean {
  if (isTest(name)) return /^\S+ -x \S+(?: \]{1,2})?$/.test(text);
  return lookups.has(name) || (name === 'command' && text.startsWith('command -v '));
}
