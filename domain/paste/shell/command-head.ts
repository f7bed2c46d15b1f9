import type { CurlArgument } from '#domain/paste/curl/curl-options.ts';
import { httpieArguments } from '#domain/paste/httpie-options.ts';
import type { LeftOut } from '#domain/paste/pasted.ts';
import { phpArguments, plainGetArguments } from '#domain/paste/plain-get.ts';
import { daySeconds, hourSeconds } from '#domain/time/units.ts';
import { baseName } from './command-parts.ts';
import type { ShellWord } from './shell-words.ts';

type ArgumentsOf = (words: readonly string[]) => CurlArgument[];

/** The simple command inside timeout, flock, sudo and similar wrappers. */
export type CommandHead = {
  /** Parts of the wrappers left out. */
  left: LeftOut[];
  /** Value of `timeout 60`; null without it, or if it sets none. */
  timeoutSeconds: number | null;
} & (
  | {
      kind: 'call';
      /** The program first, unless it is an address alone. */
      words: ShellWord[];
      /** Parser for programs other than curl and wget. */
      argumentsOf: ArgumentsOf | null;
    }
  /** `sh -c '…'`: a command line within this one. */
  | { kind: 'shell'; text: string }
);

const head: ArgumentsOf = (words) => [
  { effect: 'head', value: '', name: 'HEAD' },
  ...plainGetArguments(words),
];
const callers = new Map<string, ArgumentsOf | null>([
  ['curl', null],
  ['curl.exe', null],
  ['wget', null],
  ...['lynx', 'links', 'links2', 'elinks', 'w3m', 'fetch', 'GET', 'lwp-request'].map(
    (name) => [name, plainGetArguments] as const,
  ),
  ['HEAD', head],
  ...['http', 'https', 'xh', 'xhs'].map((name) => [name, httpieArguments] as const),
]);
const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ash', 'ksh', 'su', 'runuser']);
const wrappers = new Set(
  'timeout flock nice ionice env sudo doas exec time chronic cronic nohup command setsid stdbuf chrt busybox systemd-cat run-one unbuffer'.split(
    ' ',
  ),
);
/** Users a column of /etc/crontab often names. */
const users = new Set(
  'root www-data nobody apache nginx httpd http daemon ubuntu debian ec2-user admin centos postgres mysql redis git deploy backup www munin mail man news uucp proxy list irc operator app web'.split(
    ' ',
  ),
);
const noUsers = new Set(
  'echo printf test if while until for case cd export set php python python3 perl ruby node npm npx docker podman ssh sleep which type hash true false cat tee xargs watch eval make bash'.split(
    ' ',
  ),
);
const only = 'Only the call is made here.';
const mostSeconds = 300;

const isUrl = (text: string) => /^https?:\/\//i.test(text);
const isHead = (text: string) =>
  isUrl(text) || callers.has(baseName(text)) || shells.has(baseName(text)) || wrappers.has(baseName(text));

/** Reports whether the first word is the user of /etc/crontab: a usual name, or any before a command that is known here. */
export function hasUserColumn(words: readonly string[]): boolean {
  const [name = '', next = ''] = words;
  if (next === '' || next.startsWith('-') || !/^[a-z_][a-z0-9_-]{0,31}$/.test(name)) return false;
  if (noUsers.has(name) || shells.has(name) || wrappers.has(name)) return false;
  const isBeforeHead = isHead(next) && !isUrl(next);
  if (callers.has(name)) return users.has(name) && isBeforeHead;
  return users.has(name) || isHead(next) || ['[', '[[', 'test', 'if', 'cd', 'sleep', 'php'].includes(next);
}

/** The call or the shell a simple command runs; null for any other program. */
export function commandHead(words: readonly ShellWord[]): CommandHead | null {
  const left: LeftOut[] = [];
  let timeoutSeconds: number | null = null;
  for (let at = 0; at < words.length;) {
    const text = words[at]?.text ?? '';
    const name = baseName(text);
    const isPhp = name === 'php' && phpArguments(words.slice(at).map((word) => word.text)).length > 0;
    const argumentsOf = isPhp ? phpArguments : callers.get(name);
    if (isUrl(text) || argumentsOf !== undefined) {
      const call = { kind: 'call', words: words.slice(at), left, timeoutSeconds } as const;
      return { ...call, argumentsOf: isUrl(text) ? null : (argumentsOf ?? null) };
    }
    if (shells.has(name)) {
      const inner = shellText({
        words: words.slice(at + 1),
        isUserFirst: name === 'su' || name === 'runuser',
      });
      return inner === null ? null : { kind: 'shell', text: inner, left, timeoutSeconds };
    }
    const isAssignment = /^\w+=/.test(text);
    const isQuestion = name === 'command' && /^-[vV]$/.test(words[at + 1]?.text ?? '');
    if (isQuestion || (!isAssignment && !wrappers.has(name))) return null;
    const end = isAssignment ? at + 1 : wrapperEnd({ words, at, name });
    if (end === null) return null;
    const wrapper = { words: words.slice(at, end).map((word) => word.text), name };
    const seconds: number | null = name === 'timeout' ? secondsOf(wrapper.words.at(-1) ?? '') : null;
    if (seconds !== null) timeoutSeconds = Math.min(timeoutSeconds ?? seconds, seconds);
    const reason = wrapperReason({ ...wrapper, seconds });
    if (reason !== null) left.push({ what: wrapper.words.join(' '), why: reason });
    if (name === 'flock' && words[end]?.text === '-c') {
      const inner = words[end + 1]?.text;
      return inner === undefined ? null : { kind: 'shell', text: inner, left, timeoutSeconds };
    }
    at = end;
  }
  return null;
}

function wrapperReason({
  words,
  name,
  seconds,
}: {
  words: readonly string[];
  name: string;
  seconds: number | null;
}): string | null {
  if (name === 'timeout')
    return seconds !== null && seconds > mostSeconds ? `${mostSeconds} is used, the maximum.` : null;
  if (name !== 'flock') return only;
  const isSkipping = words.some((word) => /^(?:-[a-mo-z]*n[a-z]*|--non-?block)$/.test(word));
  return isSkipping
    ? 'Overlap does this: Skip leaves out a run while the previous one is still running.'
    : 'Overlap does this: Queue waits for the previous run.';
}

/** Where the command begins a wrapper runs; null where none is found. */
function wrapperEnd({
  words,
  at,
  name,
}: {
  words: readonly ShellWord[];
  at: number;
  name: string;
}): number | null {
  if (name === 'timeout' || name === 'flock') {
    const withValue =
      name === 'timeout'
        ? /^(?:-[ks]|--kill-after|--signal)$/
        : /^(?:-[wE]|--wait|--timeout|--conflict-exit-code)$/;
    let end = at + 1;
    while (words[end]?.text.startsWith('-')) end += withValue.test(words[end]?.text ?? '') ? 2 : 1;
    return end + 1;
  }
  for (let end = at + 1; end < words.length; end += 1) {
    const text = words[end]?.text ?? '';
    if ((isHead(text) && !isUrl(text)) || text === 'php') return end;
    if (!isWrapperWord({ text, previous: words[end - 1]?.text ?? '' })) return null;
  }
  return null;
}

/** An option of a wrapper, its value, or a variable. The first other word is the program it runs. */
function isWrapperWord({ text, previous }: { text: string; previous: string }): boolean {
  if (text.startsWith('-') || /^\w+=/.test(text) || /^\d+$/.test(text)) return true;
  return previous.startsWith('-') && (!text.includes('/') || /^(?:-[CDR]|--chdir|--chroot)$/.test(previous));
}

/** `60`, `90s`, `5m`; null for 0, which sets no limit, and for anything else. */
function secondsOf(text: string): number | null {
  const [, number, unit = 's'] = /^(\d{1,6}(?:\.\d{1,6})?)([smhd])?$/.exec(text) ?? [];
  const seconds = Math.ceil(
    Number(number ?? 0) * ({ s: 1, m: 60, h: hourSeconds, d: daySeconds }[unit] ?? 1),
  );
  return seconds > 0 ? seconds : null;
}

/** Script of `bash -c '…'` or `su user -c '…'`. */
function shellText({
  words,
  isUserFirst,
}: {
  words: readonly ShellWord[];
  isUserFirst: boolean;
}): string | null {
  const at = isUserFirst
    ? words.findIndex(({ text }) => text === '-c' || text === '--command')
    : words.findIndex(({ text }) => !/^-[a-z]*[^c]$/.test(text));
  const option = words[at]?.text ?? '';
  if (!isUserFirst && !/^-[a-z]*c$/.test(option)) return null;
  return at < 0 ? null : (words[at + 1]?.text ?? null);
}
