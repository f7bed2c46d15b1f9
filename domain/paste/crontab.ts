import { parseCron } from '../cron.ts';
import { remember } from '../remember.ts';
import { isTimeZone } from '../timezone.ts';
import { readCall } from './curl.ts';
import type { LeftOut, PastedCall, ReadCall } from './pasted.ts';
import { shellCalls } from './shell-commands.ts';
import type { ShellWord } from './shell-words.ts';

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

/**
 * Reads the lines of a crontab, also of /etc/crontab with its column of users. A line becomes a job when its command
 * is one call of cURL or wget, or an address alone; a continued line does not exist in a crontab.
 */
export function readCrontab(text: string): CrontabLine[] {
  const lines: CrontabLine[] = [];
  let timeZone: string | null = null;
  // To ask Intl for a zone takes longer than to read a line.
  const isZone = remember(isTimeZone);
  const parse = remember(parseCron);
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
      lines.push(readLine({ ...at, timeZone, comment, parse }));
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
  parse,
  ...at
}: {
  line: number;
  text: string;
  timeZone: string | null;
  comment: string | null;
  parse: typeof parseCron;
}): CrontabLine {
  const refuse = (reason: string): CrontabLine => ({ kind: 'refused', ...at, reason });
  const [, expression = '', rest = ''] = schedule.exec(at.text) ?? [];
  if (expression === '') return refuse('Write five fields and a command, such as 0 * * * * curl https://…');
  const parsed = parse(expression);
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

function callIn(command: string): ReadCall {
  const found = shellCalls({ source: command, isCrontab: true });
  if ('reason' in found) return found;
  const [call, second] = found.calls;
  if (!call) return { reason: noCall(found.commands[0]?.words ?? []) };
  if (second) return { reason: 'There are two calls in this line. Create a job for each.' };
  return readCall({ found, call });
}

function noCall(words: readonly ShellWord[]): string {
  const command = (words[0]?.text ?? '').slice(0, 60);
  return `${command} runs on your machine; a job calls a URL. Put it behind one, then call that with curl.`;
}
