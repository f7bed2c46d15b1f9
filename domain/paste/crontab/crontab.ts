import type { LeftOut, PastedCall } from '#domain/paste/pasted.ts';
import { remember } from '#domain/remember.ts';
import { splitCronZone } from '#domain/schedule/cron-zone.ts';
import { parseCron, type ParsedCron } from '#domain/schedule/cron.ts';
import { crontabDays } from '#domain/schedule/crontab-days.ts';
import { isTimeZone } from '#domain/schedule/timezone.ts';
import { readCommand, type LineCall } from './crontab-call.ts';
import { commentText, commentWords, type CommentWords } from './crontab-comments.ts';
import { cronWithCondition } from './crontab-conditions.ts';

/** A line of a crontab: a job it can become, or why it becomes none. Blank lines and comments are no lines. */
export type CrontabLine =
  | {
      kind: 'job';
      /** Counted from 1. */
      line: number;
      text: string;
      /** Five fields as parseCron gives them, as the line has them. */
      cron: string;
      /**
       * Expression for the days the crontab means, if they differ from those of `cron` (D9a); null if they do not, or
       * if there is none.
       */
      offer: string | null;
      /** Zone of the CRON_TZ above it; null for the machine's own zone. */
      timeZone: string | null;
      command: string;
      /** The first comment right above it, often its purpose. */
      comment: string | null;
      /** The other comments above it. */
      description: string | null;
      call: PastedCall;
      /** Alone, the call means something else than the line: it is made only by choice. */
      isOptional: boolean;
    }
  | { kind: 'refused'; line: number; text: string; reason: string };

type JobLine = Extract<CrontabLine, { kind: 'job' }>;

/** Comments and settings above a line that apply to it. */
interface Context {
  /** Null: the machine's own. */
  timeZone: string | null;
  /** A CRON_TZ that is not a time zone. */
  wrongZone: string | null;
  /** TZ, which moves the clock of commands alone. */
  commandZone: string | null;
  words: CommentWords;
}

const schedule = /^-?(@\S+|(?:\S+\s+){4}\S+)(?:\s+(\S.*)?)?$/s;
const setting = /^([A-Za-z_]\w*)\s*=(.*)$/s;
const everyDuration = /^(\d{1,3})(m|h)(?:0s|0m0s)?$/;
const mostComments = 40;
/** Enough for the five fields and the name of a command. */
const longestLook = 300;

/**
 * Reads the lines of a crontab, also of /etc/crontab with its column of users. A line becomes a job when its command
 * is one call of cURL, wget and the like, or an address alone; a continued line does not exist in a crontab.
 */
export function readCrontab(text: string): CrontabLine[] {
  const lines: CrontabLine[] = [];
  const context: Context = {
    ...{ timeZone: null, wrongZone: null, commandZone: null },
    words: commentWords([]),
  };
  // Looking up a zone or parsing an expression takes longer than reading a line.
  const ask: Ask = { isZone: remember(isTimeZone), parse: remember(parseCron) };
  let comments: string[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const trimmed = raw.trim();
    const at = { line: index + 1, text: trimmed };
    if (trimmed === '') comments = [];
    else if (trimmed.startsWith('#')) {
      const isOff = isDisabled(trimmed);
      const said = isOff ? '' : commentText(trimmed);
      if (said === '') comments = [];
      else if (comments.length < mostComments) comments.push(said);
      if (isOff)
        lines.push({
          kind: 'refused',
          ...at,
          reason: 'This line is commented out: remove the # to import it.',
        });
    } else {
      context.words = commentWords(comments);
      comments = [];
      const read = isSetting(trimmed) ? takeSetting({ at, context, ask }) : readLine({ at, context, ask });
      if (read) lines.push(read);
    }
  }
  return lines;
}

/** A setting and not a line with its zone before it, as `CRON_TZ=Europe/Berlin 0 9 * * * curl …`. */
function isSetting(text: string): boolean {
  if (!setting.test(text)) return false;
  const zoned = splitCronZone(text);
  return zoned === null || !isScheduled(zoned.cron);
}

const isScheduled = (text: string) =>
  /^(?:@[a-z]+\s*|(?:[\d*][\w*,/#-]*\s+){2}(?:[\w*,/#-]+\s+){3})\S/i.test(text.slice(0, longestLook));

/** Reports whether a comment is a line that would make a call, switched off. */
export function isDisabled(line: string): boolean {
  const text = line.slice(0, longestLook).replace(/^[#\s]+/, '');
  if (!isScheduled(text) || !/\b(?:curl|wget|lynx|https?)\b/.test(text)) return false;
  const [, expression = '', rest = ''] = schedule.exec(text) ?? [];
  return rest !== '' && parseCron(expression).isValid && !/^[a-z_-]*\s*command\b/i.test(rest);
}

type At = Pick<JobLine, 'line' | 'text'>;
/** Results cached by text. */
interface Ask {
  isZone: (name: string) => boolean;
  parse: typeof parseCron;
}

/** Takes a setting for the lines below it; a refused setting becomes a line of the result. */
function takeSetting({ at, context, ask }: { at: At; context: Context; ask: Ask }): CrontabLine | null {
  const [, name = '', given = ''] = setting.exec(at.text) ?? [];
  const value = withoutQuotes(given.trim());
  if (name === 'TZ') context.commandZone = value === '' ? null : at.text.slice(0, 60);
  if (name !== 'CRON_TZ') return { kind: 'refused', ...at, reason: settingReason(name) };
  const isKnown = value === '' || ask.isZone(value);
  context.timeZone = isKnown && value !== '' ? value : null;
  context.wrongZone = isKnown ? null : value.slice(0, 40);
  return isKnown ? null : { kind: 'refused', ...at, reason: zoneReason(value) };
}

function withoutQuotes(text: string): string {
  const quote = text.charAt(0);
  const isQuoted = (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}

const zoneReason = (value: string) =>
  `${value.slice(0, 40)} is not a time zone. Use a name such as Europe/Paris.`;

function settingReason(name: string): string {
  if (name === 'MAILTO') return 'A setting of cron, not a job: notifications are set on each job.';
  if (name === 'TZ') return 'A setting of the commands, not a job. CRON_TZ moves the schedule, TZ does not.';
  if (name === 'RANDOM_DELAY') return 'A setting of cron, not a job: jobs start on time, without a delay.';
  return 'A setting of cron, not a job: nothing runs on your machine.';
}

function readLine({ at, context, ask }: { at: At; context: Context; ask: Ask }): CrontabLine {
  const refuse = (reason: string): CrontabLine => ({ kind: 'refused', ...at, reason });
  const zoned = splitCronZone(at.text);
  if (zoned && !ask.isZone(zoned.timeZone)) return refuse(zoneReason(zoned.timeZone));
  if (!zoned && context.wrongZone !== null)
    return refuse(`The CRON_TZ above it is wrong. ${zoneReason(context.wrongZone)}`);
  const [, expression = '', rest = ''] = schedule.exec(zoned?.cron ?? at.text) ?? [];
  if (expression === '') return refuse('Write five fields and a command, such as 0 * * * * curl https://…');
  const parsed = parseSchedule({ expression, rest, parse: ask.parse });
  if (!parsed.isValid) return refuse(parsed.message);
  const { command, input } = percentSigns(rest);
  if (command.trim() === '') return refuse('There is no command after the schedule.');
  const call = readCommand({ command, input });
  if ('reason' in call) return refuse(call.reason);
  const days = daysOf({ parsed, call });
  const { request } = call;
  const zoneHint =
    zoned === null && context.commandZone !== null ? [commandZoneHint(context.commandZone)] : [];
  return {
    ...{ kind: 'job', ...at, cron: parsed.cron, offer: days.offer },
    timeZone: zoned?.timeZone ?? context.timeZone,
    command: command.trim(),
    ...{ comment: context.words.name, description: context.words.description },
    call: { request, left: [...days.left, ...zoneHint] },
    isOptional: days.isOptional,
  };
}

function commandZoneHint(what: string): LeftOut {
  return { what, why: 'It sets the clock of the command. CRON_TZ moves the schedule, TZ does not.' };
}

/** The five fields by the grammar of jobs, and why some that cron programs know are refused. */
function parseSchedule({
  expression,
  rest,
  parse,
}: {
  expression: string;
  rest: string;
  parse: Ask['parse'];
}): ParsedCron {
  if (/^@every$/i.test(expression)) return { isValid: false, field: null, message: everyReason(rest) };
  const [next = ''] = /^\S{1,20}(?=\s)/.exec(rest) ?? [];
  // A sixth field is no command.
  if (/^[\d*][\d*,/-]*$/.test(next)) return parse(`${expression} ${next}`);
  // A step beyond 31 matches only the 1st, as in the idiom */100,1-7 for a first weekday.
  return parse(expression.replace(/^(\S+\s+\S+\s+(?:\S+,)?\*\/)\d{3}(?=[,\s])/, '$131'));
}

function everyReason(rest: string): string {
  const [, number = '', unit] = everyDuration.exec(/^\S{1,20}/.exec(rest)?.[0] ?? '') ?? [];
  const step = Number(number);
  const isMinutes = unit === 'm';
  if (step < 1 || (isMinutes ? 60 : 24) % step !== 0)
    return '@every is not a macro of cron. Write five fields, such as */5 * * * * for every 5 minutes.';
  const cron = isMinutes
    ? step === 60
      ? '0 * * * *'
      : `*/${step} * * * *`
    : step === 24
      ? '0 0 * * *'
      : `0 */${step} * * *`;
  return `@every is not a macro of cron. Write ${cron} for every ${number}${unit ?? ''}.`;
}

/** The days a line means beside its fields, and what of its call is left for them. */
function daysOf({
  parsed: { cron, fields },
  call,
}: {
  parsed: Extract<ParsedCron, { isValid: true }>;
  call: LineCall;
}) {
  const days = fields.dayOfMonth.isStar || fields.dayOfWeek.isStar ? null : crontabDays(cron);
  const [needed, ...more] = call.needed;
  if (days) {
    const left = [{ what: cron, why: days.hint }, ...call.left];
    return {
      offer: needed === undefined ? days.cron : null,
      left,
      isOptional: needed !== undefined || days.cron === null,
    };
  }
  const offer =
    needed?.isGate && more.length === 0 ? cronWithCondition({ cron, condition: needed.what }) : null;
  if (offer === null) return { offer: null, left: call.left, isOptional: needed !== undefined };
  const why = `This check does not run here: the call is made at every time of ${cron}. To keep the crontab's days, use ${offer}.`;
  const left = call.left.map((one) => (one.what === needed?.what ? { ...one, why } : one));
  return { offer, left, isOptional: false };
}

/** In a crontab `%` ends the command and begins its input, where each further one breaks the line; `\%` is a percent sign. */
function percentSigns(text: string): { command: string; input: string | null } {
  const end = /(?<!\\)%/.exec(text)?.index ?? -1;
  const plain = (part: string) => part.replaceAll('\\%', '%');
  if (end < 0) return { command: plain(text), input: null };
  const input = text.slice(end + 1).replaceAll(/(?<!\\)%/g, '\n');
  return { command: plain(text.slice(0, end)), input: plain(input) };
}
