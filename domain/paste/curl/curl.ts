import { httpMethods } from '#domain/job/http-methods.ts';
import { base64 } from '#domain/paste/base64.ts';
import { retriesOf } from '#domain/paste/curl-retries.ts';
import { withoutPrompt } from '#domain/paste/paste-text.ts';
import type { LeftOut, PastedRequest, ReadCall } from '#domain/paste/pasted.ts';
import { setDefaultHeader, toHeaderObject } from '#domain/paste/request-headers.ts';
import { expansionReason } from '#domain/paste/shell/expansions.ts';
import {
  isAddress,
  isAssignment,
  programOf,
  shellCalls,
  type ShellCall,
  type ShellCalls,
} from '#domain/paste/shell/shell-commands.ts';
import { powerShell, windows, type ShellWord } from '#domain/paste/shell/shell-words.ts';
import { withPlainDash } from '#domain/paste/typographic.ts';
import { wgetArguments } from '#domain/paste/wget-options.ts';
import { curlAddress } from './curl-address.ts';
import { draftOf, type CurlDraft } from './curl-draft.ts';
import { curlArguments, isLongOption, type CurlArgument } from './curl-options.ts';

/** Commands around a call that are named one by one. */
const mostShown = 50;
const only = 'Only the call is made here.';
/** `"{""name"": …}"`: quotes within quotes as the Windows command line has them. In JSON no `{` ends a text so. */
const doubledQuotes = /"[[{]\s{0,8}""\w/;
/** Parameters of PowerShell's own `curl`. */
const ofPowerShell = /^-(?:Uri|Method|Headers|Body|ContentType|UseBasicParsing|InFile|OutFile)$/i;

/** A call in a command line, and its form. */
export interface FoundCommand {
  from: 'cURL' | 'wget';
  /** Only assignments precede its command. */
  isFirst: boolean;
  read: ReadCall;
}

/**
 * Finds the first call of curl or wget in a command line.
 * @returns null where there is none; a reason where it is no command line
 */
export function findCommand(text: string): FoundCommand | { reason: string } | null {
  if (doubledQuotes.test(text)) return { reason: windows };
  const found = shellCalls({ source: text });
  if ('reason' in found) return found;
  const call = found.calls.find(({ command, at }) => command.words.length > at + 1);
  if (!call) return null;
  const first = found.commands.find(({ words }) => !words.every(isAssignment));
  const from = programOf(call.command.words[call.at]) === 'wget' ? 'wget' : 'cURL';
  return { from, isFirst: first === call.command, read: readCall({ found, call }) };
}

/**
 * Reads a cURL command as a shell would pass it on.
 * @returns a reason when no call can be made of it
 */
export function readCurl(text: string): ReadCall {
  const found = findCommand(withoutPrompt(text));
  if (found === null) return { reason: 'There is no cURL call here.' };
  return 'reason' in found ? found : found.read;
}

/**
 * Makes a call from a command of curl or wget, or from a bare address. Options that a job cannot express are listed
 * with the reason, never dropped silently; output options are no part of the call.
 * @param found the command line
 * @param call one of its calls
 * @param argumentsOf parses the words after any program other than curl and wget
 * @returns a reason if no call can be made of it
 */
export function readCall({
  found: { commands, calls, isRepaired },
  call: { command, at },
  argumentsOf,
}: {
  found: ShellCalls;
  call: ShellCall;
  argumentsOf?: (words: readonly string[]) => CurlArgument[];
}): ReadCall {
  const before = command.words.slice(0, at);
  const program = command.words[at];
  const isAlone = isAddress(program);
  const words = command.words.slice(isAlone ? at : at + 1);
  const left = leftOfWords({ words, input: command.input });
  const isWget = programOf(program) === 'wget';
  const texts = words.map((word) => codeText({ word, left }));
  if (!isWget && words.some((word) => ofPowerShell.test(word.text) && !word.isQuoted))
    return { reason: powerShell };
  const given = (argumentsOf ?? (isWget ? wgetArguments : curlArguments))(texts);
  const draft = draftOf({ given, left, input: command.input?.text ?? null });
  const [address] = draft.addresses;
  if (address === undefined) return { reason: 'The command has no URL. Paste the whole command.' };
  const request = requestOf({ draft, address: address.value, words });
  if (isRepaired)
    left.push({ what: '“ ” ‘ ’', why: 'Typographic quotes are read as plain ones. Check the values.' });
  const callers = new Set(calls.map((one) => one.command.words));
  const others = [before, ...commands.map((one) => one.words)].filter(
    (one) => one !== command.words && one !== command.printer?.words && one.length > 0,
  );
  for (const other of others.slice(0, mostShown)) {
    const why = callers.has(other) ? 'A job makes one call. Create another job for this one.' : only;
    left.push({ what: other.map(({ text }) => text).join(' '), why });
  }
  if (others.length > mostShown) left.push({ what: `${others.length - mostShown} more commands`, why: only });
  return { request, left: withoutRepeats(left) };
}

function expansionsOf(words: readonly ShellWord[]): Set<string> {
  const found = new Set<string>();
  for (const word of words) for (const one of word.expansions) found.add(one);
  return found;
}

/** Shell expansions, each once. */
function leftOfWords({ words, input }: { words: readonly ShellWord[]; input: ShellWord | null }): LeftOut[] {
  const expansions = expansionsOf(input ? [...words, input] : words);
  return [...expansions].map((what) => ({ what, why: expansionReason(what) }));
}

function codeText({ word: { text, isQuoted }, left }: { word: ShellWord; left: LeftOut[] }): string {
  const plain = isQuoted ? text : withPlainDash({ word: text, isLong: isLongOption });
  if (plain !== text) left.push({ what: text, why: `This dash is not a hyphen: ${plain} is used.` });
  return plain;
}

function withoutRepeats(left: LeftOut[]): LeftOut[] {
  if (left.length < 2) return left;
  // No reason has a line break: reason and text cannot run into each other.
  return [...new Map(left.map((one) => [`${one.why}\n${one.what}`, one])).values()];
}

function requestOf({
  draft,
  address,
  words,
}: {
  draft: CurlDraft;
  address: string;
  words: readonly ShellWord[];
}): PastedRequest {
  const { left, timeoutSeconds, followRedirects } = draft;
  const expansions = expansionsOf(words);
  const { url, account } = curlAddress({ ...draft, given: address, expansions });
  const isData = draft.data !== null && !draft.isGet;
  const payload = isData ? draft.data : draft.upload;
  const isPost = draft.hasBody && !draft.isGet;
  const wanted = draft.method ?? (draft.isHead ? 'HEAD' : isPost ? 'POST' : 'GET');
  const method = httpMethods.find((one) => one === wanted);
  if (!method) left.push({ what: `-X ${wanted}`, why: `A job can use ${httpMethods.join(', ')}.` });
  addHeadersOfOptions({ draft, account, isForm: isData });
  return {
    url: withQuery({ url, query: queryOf(draft) }),
    method: method ?? 'GET',
    headers: toHeaderObject(draft.headers),
    payload,
    timeoutSeconds,
    ...retriesOf(draft),
    ...(followRedirects && { followRedirects }),
  };
}

/** Parameters that curl adds to the address: with -G the data, to the exclusion of --url-query. */
function queryOf({ isGet, data, query, left }: CurlDraft): string {
  if (!isGet || data === null) return query.join('&');
  for (const one of query)
    left.push({ what: `--url-query ${one}`, why: 'cURL ignores it beside -G with data.' });
  return data;
}

function withQuery({ url, query }: { url: string; query: string }): string {
  if (query === '') return url;
  const [, address = '', fragment = ''] = /^([^#]*)(.*)/s.exec(url) ?? [];
  const mark = address.indexOf('?');
  const isOpen = mark === address.length - 1 || address.endsWith('&');
  return `${address}${mark < 0 ? '?' : isOpen ? '' : '&'}${query}${fragment}`;
}

/**
 * Headers that curl sends from its options or by default: without them, the target would read the payload differently.
 */
function addHeadersOfOptions({
  draft: { headers, removed, ofOptions, isJson, hasBody, isGet, left },
  account,
  isForm,
}: {
  draft: CurlDraft;
  account: string | null;
  isForm: boolean;
}): void {
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && !removed.has(name)) setDefaultHeader({ headers, name, value });
  };
  const user = ofOptions.get('user') ?? account ?? undefined;
  const bearer = ofOptions.get('bearer');
  if (bearer !== undefined) add('authorization', `Bearer ${bearer}`);
  else if (user !== undefined)
    add('authorization', `Basic ${base64(user.includes(':') ? user : `${user}:`)}`);
  const agent = ofOptions.get('user-agent');
  if (agent === '') left.push({ what: '-A', why: 'It removes a header that only cURL sends.' });
  else add('user-agent', agent);
  for (const name of ['referer', 'cookie']) {
    const value = ofOptions.get(name);
    if (value !== '') add(name, value);
  }
  const range = ofOptions.get('range');
  if (range !== undefined && hasBody && !isGet)
    left.push({
      what: `-r ${range}`,
      why: 'With a body it means part of the body; here the whole body is sent.',
    });
  else add('range', range);
  if (isJson) {
    add('content-type', 'application/json');
    add('accept', 'application/json');
  }
  if (isForm) add('content-type', 'application/x-www-form-urlencoded');
}
