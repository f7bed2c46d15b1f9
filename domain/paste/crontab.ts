import { parseCron } from '../cron.ts';
import { remember } from '../remember.ts';
import { isTimeZone } from '../timezone.ts';
import { callOf, notRun } from './curl.ts';
import type { LeftOut, PastedCall } from './pasted.ts';
import { wgetArguments } from './wget-options.ts';
import { shellWords, simpleCommands, type ShellToken } from './shell-words.ts';

/** A line of a crontab: a job that it can become, or why it becomes none. Blank lines and comments are no lines. */
export type CrontabLine =
  | {
      kind: 'job';
      /** Counted from 1. */
      line: number;
      text: string;
      /** Five fields as parseCron gives them. */
      cron: string;
      /** Of the CRON_TZ above it; null where the machine's own zone decides. */
      timeZone: string | null;
      command: string;
      /** The comment right above it, which often says what it is for. */
      comment: string | null;
      call: PastedCall;
    }
  | { kind: 'refused'; line: number; text: string; reason: string };

const schedule = /^(@\S+|(?:\S+\s+){4}\S+)(?:\s+(.*))?$/s;
const setting = /^([A-Za-z_]\w*)\s*=(.*)$/s;
/** Shells within shells that are read. */
const deepestShell = 8;
const shells = new Set(['sh', 'bash', 'dash', 'zsh']);
const callers = new Set(['curl', 'wget']);
const wrappers = new Set('timeout nice ionice flock env sudo exec time chronic nohup command'.split(' '));

/**
 * Reads the lines of a crontab, also of /etc/crontab with its column of users. A line becomes a job when its command
 * is one call of cURL or wget, or an address alone; a continued line does not exist in a crontab.
 */
export function readCrontab(text: string): CrontabLine[] {
  const lines: CrontabLine[] = [];
  let timeZone: string | null = null;
  // To ask Intl for a zone takes longer than to read a line.
  const isZone = remember(isTimeZone);
  let comment: string | null = null;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const trimmed = raw.trim();
    const at = { line: index + 1, text: trimmed };
    if (trimmed === '' || trimmed.startsWith('#')) {
      comment = trimmed.replace(/^[#\s]+/, '') || null;
      continue;
    }
    const [, name, given = ''] = setting.exec(trimmed) ?? [];
    if (name === undefined) {
      lines.push(readLine({ ...at, timeZone, comment }));
    } else {
      const value = withoutQuotes(given.trim());
      if (name === 'CRON_TZ' && isZone(value)) timeZone = value;
      else lines.push({ kind: 'refused', ...at, reason: settingReason({ name, value }) });
    }
    comment = null;
  }
  return lines;
}

function withoutQuotes(text: string): string {
  const quote = text.charAt(0);
  const isQuoted = (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}

function settingReason({ name, value }: { name: string; value: string }): string {
  if (name === 'CRON_TZ') return `${value.slice(0, 40)} is no time zone. Use a name such as Europe/Paris.`;
  if (name === 'MAILTO') return 'A setting of cron, no job: notifications are chosen in each job.';
  return 'A setting of cron, no job: nothing runs on your machine.';
}

function readLine({
  timeZone,
  comment,
  ...at
}: {
  line: number;
  text: string;
  timeZone: string | null;
  comment: string | null;
}): CrontabLine {
  const refuse = (reason: string): CrontabLine => ({ kind: 'refused', ...at, reason });
  const [, expression = '', rest = ''] = schedule.exec(at.text) ?? [];
  if (expression === '') return refuse('Write five fields and a command, such as 0 * * * * curl https://…');
  const parsed = parseCron(expression);
  if (!parsed.isValid) return refuse(parsed.message);
  const { command, input } = percentSigns(rest);
  if (command.trim() === '') return refuse('There is no command after the schedule.');
  const call = callIn(command);
  if ('reason' in call) return refuse(call.reason);
  const left: LeftOut[] = input
    ? [...call.left, { what: `%${input}`, why: 'Text for the input of a command is not sent.' }]
    : call.left;
  return {
    ...{ kind: 'job', ...at, cron: parsed.cron, timeZone, command: command.trim(), comment },
    call: { request: call.request, left },
  };
}

/** In a crontab `%` ends the command and begins its input; `\%` is a percent sign. */
function percentSigns(text: string): { command: string; input: string | null } {
  const end = /(?<!\\)%/.exec(text)?.index ?? -1;
  const plain = (part: string) => part.replaceAll('\\%', '%');
  if (end < 0) return { command: plain(text), input: null };
  return { command: plain(text.slice(0, end)), input: text.slice(end + 1) };
}

function callIn(command: string, depth = 0): PastedCall | { reason: string } {
  if (depth > deepestShell)
    return { reason: 'The shells are nested deeper than 8 levels. Paste the inner command.' };
  const split = shellWords(command);
  if ('reason' in split) return split;
  const commands = simpleCommands(split.tokens);
  const inner = commands.length === 1 ? shellText(commands[0] ?? []) : null;
  if (inner !== null) return callIn(inner, depth + 1);
  const calls = commands.flatMap((words) => {
    const at = callerAt(words);
    return at === null ? [] : [{ words, at }];
  });
  const [first, second] = calls;
  if (!first) return { reason: noCall(commands[0] ?? []) };
  if (second) return { reason: 'There are two calls in this line. Create a job for each.' };
  const isAddress = isUrl(first.words[first.at]?.text ?? '');
  const isWget = baseName(first.words[first.at]?.text ?? '') === 'wget';
  const words = first.words.slice(isAddress ? first.at : first.at + 1);
  const read = isWget ? callOf(words, wgetArguments) : callOf(words);
  if ('reason' in read) return read;
  const before = first.words.slice(0, first.at);
  const others = [before, ...commands.filter((words) => words !== first.words)];
  return { ...read, left: [...read.left, ...others.filter(({ length }) => length > 0).map(notRun)] };
}

/** What `bash -c '…'` runs, after the user of /etc/crontab too. */
function shellText(words: readonly ShellToken[]): string | null {
  const at = words.findIndex(({ text }) => shells.has(baseName(text)));
  const [option, text] = words.slice(at + 1);
  if (at < 0 || at > 1 || !option || !text) return null;
  return /^-[a-z]*c$/.test(option.text) ? text.text : null;
}

const isUrl = (text: string) => /^https?:\/\//i.test(text);
const baseName = (text: string) => text.slice(text.lastIndexOf('/') + 1);

/** Where cURL or wget stands in a command: at its head, after the user of /etc/crontab, or after timeout, flock and the like. */
function callerAt(words: readonly ShellToken[]): number | null {
  const isCall = ({ text }: ShellToken) => callers.has(baseName(text)) || isUrl(text);
  const [head, next] = words;
  if (head && isCall(head)) return 0;
  if (head && next && /^[a-z_][a-z0-9_-]*$/.test(head.text) && isCall(next)) return 1;
  const isWrapped = words.slice(0, 2).some(({ text }) => wrappers.has(baseName(text)) || /^\w+=/.test(text));
  const at = words.findIndex(({ text }) => callers.has(baseName(text)) && !isUrl(text));
  return isWrapped && at > 0 ? at : null;
}

function noCall(words: readonly ShellToken[]): string {
  const command = (words[0]?.text ?? '').slice(0, 60);
  return `${command} runs on your machine; a job calls a URL. Put it behind one, then call that with curl.`;
}
