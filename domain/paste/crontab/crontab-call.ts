import { readCall } from '#domain/paste/curl/curl.ts';
import type { LeftOut, PastedCall } from '#domain/paste/pasted.ts';
import { commandHead, hasUserColumn, type CommandHead } from '#domain/paste/shell/command-head.ts';
import { baseName, commandParts, type CommandPart } from '#domain/paste/shell/command-parts.ts';
import { programOf } from '#domain/paste/shell/shell-commands.ts';
import { shellWords, type ShellWord } from '#domain/paste/shell/shell-words.ts';
import { besideCall } from './crontab-around.ts';

/** The one call of a crontab's command. */
export interface LineCall extends PastedCall {
  /** Commands the call depended on, as written: without them it means something else. */
  needed: { what: string; isGate: boolean }[];
}

/** Shells within shells that are read. */
const deepestShell = 8;
const mostSeconds = 300;

/**
 * Reads the command of a crontab line: one call, alone or among other commands.
 * @param input text the line has for the command's standard input; null without any
 * @returns a reason where the command makes no call, or more than one
 */
export function readCommand({
  command,
  input,
}: {
  command: string;
  input: string | null;
}): LineCall | { reason: string } {
  return callIn({ command, input, depth: 0 });
}

interface Given {
  command: string;
  input: string | null;
  depth: number;
}

function callIn({ command, input, depth }: Given): LineCall | { reason: string } {
  if (depth > deepestShell)
    return { reason: 'The shells are nested deeper than 8 levels. Paste the inner command.' };
  const split = shellWords(command);
  if ('reason' in split) return split;
  const [first, second] = split.tokens;
  const hasUser =
    depth === 0 &&
    first?.kind === 'word' &&
    second?.kind === 'word' &&
    hasUserColumn([first.text, second.text]);
  const parts = commandParts(hasUser ? split.tokens.slice(1) : split.tokens);
  const heads = parts.flatMap((part, at) => {
    const head = commandHead(part.words);
    return head === null ? [] : [{ head, at }];
  });
  const calls = heads.filter(({ head }) => head.kind === 'call');
  const [call, other] = calls.length > 0 ? calls : heads;
  if (!call) return { reason: noCall(parts) };
  if (other) return { reason: 'There are two calls in this line. Create a job for each.' };
  const part = parts[call.at];
  const read = readHead({
    head: call.head,
    input: part?.input ?? wordOf(input),
    depth,
    isRepaired: split.isRepaired,
  });
  if ('reason' in read) return read;
  const printer = read.isInputSent ? part?.printer?.words : undefined;
  const sent = printer ? parts.findIndex(({ words }) => words === printer) : null;
  const beside = besideCall({ parts, at: call.at, sent });
  const unsent = read.isInputSent || input === null ? [] : [inputLeft(input)];
  return {
    request: withTimeout({ request: read.request, seconds: call.head.timeoutSeconds }),
    left: [...read.left, ...call.head.left, ...beside.map(({ what, why }) => ({ what, why })), ...unsent],
    needed: [
      ...read.needed,
      ...beside.filter(({ isNeeded }) => isNeeded).map(({ what, isGate }) => ({ what, isGate })),
    ],
  };
}

function readHead({
  head,
  input,
  depth,
  isRepaired,
}: {
  head: CommandHead;
  input: ShellWord | null;
  depth: number;
  isRepaired: boolean;
}): (LineCall & { isInputSent: boolean }) | { reason: string } {
  if (head.kind === 'shell') {
    const inner = callIn({ command: head.text, input: input?.text ?? null, depth: depth + 1 });
    // Its notes about the input are already included.
    return 'reason' in inner ? inner : { ...inner, isInputSent: true };
  }
  const { words, argumentsOf } = head;
  const isInputSent = input !== null && readsInput(words);
  const command = { words, before: null, input: isInputSent ? input : null, printer: null };
  const call = { command, at: 0 };
  const found = { commands: [command], calls: [call], isRepaired };
  const read = readCall({ found, call, ...(argumentsOf && { argumentsOf }) });
  return 'reason' in read ? read : { ...read, needed: [], isInputSent };
}

/** Reports whether a command of curl sends what it reads: `-d @-`, `-T -`. */
function readsInput(words: readonly ShellWord[]): boolean {
  if (programOf(words[0]) !== 'curl') return false;
  const isUpload = (word: ShellWord | undefined) => /^(?:-T|--upload-file)$/.test(word?.text ?? '');
  return words.some(
    ({ text }, index) => /@-$|^-T-$/.test(text) || (text === '-' && isUpload(words[index - 1])),
  );
}

function wordOf(text: string | null): ShellWord | null {
  return text === null ? null : { kind: 'word', text, expansions: [], isQuoted: true };
}

function inputLeft(input: string): LeftOut {
  return { what: `%${input.replaceAll('\n', '%')}`, why: 'Input for a command is not sent.' };
}

function withTimeout({ request, seconds }: { request: PastedCall['request']; seconds: number | null }) {
  if (seconds === null) return request;
  const limit = Math.min(request.timeoutSeconds ?? mostSeconds, seconds, mostSeconds);
  return { ...request, timeoutSeconds: limit };
}

/** Conditions and preparations are not what a line is for. */
const asides = new Set(['[', '[[', 'test', 'cd', 'sleep', 'export']);

function noCall(parts: readonly CommandPart[]): string {
  const main = parts.find(
    ({ words, isCondition }) => !isCondition && !asides.has(baseName(words[0]?.text ?? '')),
  );
  const command = ((main ?? parts[0])?.words[0]?.text ?? '').slice(0, 60);
  return `${command} runs on your machine; a job calls a URL. Put it behind a URL, then call that with curl.`;
}
