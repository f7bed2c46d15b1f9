import { httpMethods } from '../http-methods.ts';
import { draftOf, type CurlDraft } from './curl-draft.ts';
import { curlArguments, type CurlArgument } from './curl-options.ts';
import type { LeftOut, ReadCall } from './pasted.ts';
import { setDefaultHeader, toHeaderObject } from './request-headers.ts';
import { shellWords, simpleCommands, type ShellToken } from './shell-words.ts';

/**
 * Reads a cURL command as a shell would hand it on. What a job cannot do is named with its reason, never dropped
 * in silence; options that only say what is printed are no part of the call.
 * @returns a reason when no call can be made of it
 */
export function readCurl(text: string): ReadCall {
  if (/\^\s*$/m.test(text) || text.includes('^"')) {
    return { reason: 'This is written for the Windows command line. Copy it as cURL (bash).' };
  }
  const split = shellWords(text.trim().replace(/^[$%>]\s+/, ''));
  if ('reason' in split) return split;
  const [words = [], ...others] = simpleCommands(split.tokens);
  const read = callOf(words.slice(1));
  if ('reason' in read) return read;
  return { ...read, left: [...read.left, ...others.map(notRun)] };
}

/** Why the commands around a call are left. */
export function notRun(words: readonly ShellToken[]): LeftOut {
  return { what: words.map(({ text }) => text).join(' '), why: 'Only the call is made here.' };
}

/** @param tokens the words after `curl` or `wget` */
export function callOf(
  tokens: readonly ShellToken[],
  argumentsOf: (words: readonly string[]) => CurlArgument[] = curlArguments,
): ReadCall {
  const expansions = new Set(tokens.flatMap((token) => (token.kind === 'word' ? token.expansions : [])));
  const left: LeftOut[] = [...expansions].map((what) => ({
    what,
    why: 'The shell fills this in; here it stays as written. Put the value, or {{secret.NAME}}.',
  }));
  const draft = draftOf({ given: argumentsOf(tokens.map(({ text }) => text)), left });
  if (draft.url === null) return { reason: 'The command names no address. Paste the whole command.' };
  const request = requestOf({ ...draft, given: draft.url });
  return { request, left: withoutRepeats(left) };
}

function withoutRepeats(left: readonly LeftOut[]): LeftOut[] {
  // No reason has a line break: reason and text cannot run into each other.
  return [...new Map(left.map((one) => [`${one.why}\n${one.what}`, one])).values()];
}

function requestOf({
  given,
  method: asked,
  headers,
  data,
  query,
  left,
  ...draft
}: CurlDraft & { given: string }) {
  let url = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  if (url !== given)
    left.push({ what: given, why: 'It names no scheme: http:// is taken, as the command does.' });
  let payload = data.length > 0 ? data.join('&') : null;
  if (draft.isGet && payload !== null) {
    query = [...query, payload];
    payload = null;
  }
  if (query.length > 0) url = withQuery({ url, query: query.join('&') });
  const isPost = draft.hasBody && !draft.isGet;
  const wanted = asked ?? (draft.isHead ? 'HEAD' : isPost ? 'POST' : 'GET');
  const method = httpMethods.find((one) => one === wanted);
  if (!method) left.push({ what: `-X ${wanted}`, why: `A job can use ${httpMethods.join(', ')}.` });
  const setDefault = (name: string, value: string) => setDefaultHeader({ headers, name, value });
  // What cURL sends unasked: without it the target would read the payload differently.
  if (draft.isJson) {
    setDefault('content-type', 'application/json');
    setDefault('accept', 'application/json');
  }
  if (payload !== null) setDefault('content-type', 'application/x-www-form-urlencoded');
  const { timeoutSeconds, retryCount } = draft;
  return {
    url,
    method: method ?? ('GET' as const),
    headers: toHeaderObject(headers),
    payload,
    timeoutSeconds,
    retryCount,
  };
}

function withQuery({ url, query }: { url: string; query: string }): string {
  const [, address = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(url) ?? [];
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment}`;
}
