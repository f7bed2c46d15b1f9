import { toWellFormed } from '../well-formed.ts';
import { base64 } from './base64.ts';
import type { CurlArgument, CurlEffect } from './curl-options.ts';
import type { LeftOut } from './pasted.ts';
import { addHeader, type PastedHeaders } from './request-headers.ts';

const longestTimeout = 300;
const mostRetries = 10;
const noFiles = 'Files of your machine cannot be read here.';

/** What the options read so far make of the call. */
export interface CurlDraft {
  url: string | null;
  method: string | null;
  headers: PastedHeaders;
  data: string[];
  /** Further parameters of the address. */
  query: string[];
  /** There is a body, also one that could not be taken. */
  hasBody: boolean;
  isGet: boolean;
  isHead: boolean;
  isJson: boolean;
  timeoutSeconds: number | null;
  retryCount: number | null;
  left: LeftOut[];
}

type Taker = (draft: CurlDraft, given: { value: string; name: string }) => void;

const takers: Record<Extract<CurlEffect, string>, Taker> = {
  url: (draft, { value }) => {
    if (draft.url === null) draft.url = value;
    else draft.left.push({ what: value, why: 'A job calls one address. Create another job for this one.' });
  },
  method: (draft, { value }) => void (draft.method = value.toUpperCase()),
  header: (draft, { value }) => takeHeader({ draft, text: value }),
  data: (draft, given) => takeData({ draft, ...given }),
  raw: (draft, { value }) => {
    draft.hasBody = true;
    draft.data.push(value);
  },
  json: (draft, given) => {
    // Pieces of JSON follow each other without a sign between them.
    const before = draft.isJson ? draft.data.pop() : undefined;
    draft.isJson = true;
    takeData({ draft, ...given, before });
  },
  encoded: (draft, { value, name }) => {
    draft.hasBody = true;
    if (/^[^=]*@/.test(value)) draft.left.push({ what: `${name} ${value}`, why: noFiles });
    else draft.data.push(encoded(value));
  },
  query: (draft, { value, name }) => {
    if (/^[^=]*@/.test(value)) draft.left.push({ what: `${name} ${value}`, why: noFiles });
    else draft.query.push(value.startsWith('+') ? value.slice(1) : encoded(value));
  },
  form: (draft, { value, name }) => {
    draft.hasBody = true;
    const why = 'A form with files (multipart) cannot be sent. Send the fields with --data.';
    draft.left.push({ what: `${name} ${value}`, why });
  },
  file: (draft, { value, name }) => {
    draft.hasBody = true;
    draft.left.push({ what: `${name} ${value}`, why: noFiles });
  },
  upload: (draft, { value, name }) => {
    draft.method ??= 'PUT';
    draft.left.push({ what: `${name} ${value}`, why: noFiles });
  },
  get: (draft) => void (draft.isGet = true),
  head: (draft) => void (draft.isHead = true),
  user: (draft, { value }) => {
    const pair = value.includes(':') ? value : `${value}:`;
    addHeader({ ...draft, name: 'authorization', value: `Basic ${base64(pair)}` });
  },
  bearer: (draft, { value }) => addHeader({ ...draft, name: 'authorization', value: `Bearer ${value}` }),
  agent: (draft, { value }) => addHeader({ ...draft, name: 'user-agent', value }),
  referer: (draft, { value }) => addHeader({ ...draft, name: 'referer', value }),
  range: (draft, { value }) => addHeader({ ...draft, name: 'range', value: `bytes=${value}` }),
  cookie: (draft, { value, name }) => {
    if (value.includes('=')) addHeader({ ...draft, name: 'cookie', value });
    else draft.left.push({ what: `${name} ${value}`, why: noFiles });
  },
  timeout: (draft, given) => {
    draft.timeoutSeconds = within({ draft, ...given, min: 1, max: longestTimeout });
  },
  retry: (draft, given) => {
    draft.retryCount = within({ draft, ...given, min: 0, max: mostRetries });
  },
  next: (draft, { name }) => {
    draft.left.push({ what: name, why: 'A job makes one call. Create another job for the next one.' });
  },
  quiet: () => undefined,
};

/** What a list of options makes of a call; what it cannot do is among `left`. */
export function draftOf({ given, left }: { given: readonly CurlArgument[]; left: LeftOut[] }): CurlDraft {
  const draft: CurlDraft = {
    ...{ url: null, method: null, headers: new Map(), data: [], query: [], hasBody: false },
    ...{ isGet: false, isHead: false, isJson: false, timeoutSeconds: null, retryCount: null, left },
  };
  for (const { effect, value, name } of given) {
    if (typeof effect === 'object') left.push({ what: `${name} ${value}`.trim(), why: effect.left });
    else takers[effect](draft, { value, name });
    if (effect === 'next') break;
  }
  return draft;
}

function takeHeader({ draft, text }: { draft: CurlDraft; text: string }): void {
  const [, name = '', sign, value = ''] = /^([^:;]+)([:;])(.*)$/s.exec(text) ?? [];
  if (text.startsWith('@')) {
    draft.left.push({ what: `-H ${text}`, why: noFiles });
  } else if (name === '') {
    draft.left.push({ what: `-H ${text}`, why: 'It is no header of the form Name: value.' });
  } else if (sign === ':' && value.trim() === '') {
    draft.left.push({ what: `-H ${text}`, why: 'It takes away a header of cURL, which is not sent here.' });
  } else {
    addHeader({ ...draft, name: name.trim(), value: value.trim() });
  }
}

function takeData({
  draft,
  value,
  name,
  before = '',
}: {
  draft: CurlDraft;
  value: string;
  name: string;
  before?: string | undefined;
}): void {
  draft.hasBody = true;
  if (!value.startsWith('@')) draft.data.push(before + value);
  else {
    if (before !== '') draft.data.push(before);
    draft.left.push({ what: `${name} ${value}`, why: noFiles });
  }
}

/** `name=text` and `=text` of --data-urlencode. */
function encoded(value: string): string {
  const at = value.indexOf('=');
  if (at < 0) return percentEncoded(value);
  return `${value.slice(0, at + (at > 0 ? 1 : 0))}${percentEncoded(value.slice(at + 1))}`;
}

/** Half a surrogate pair has no percent-encoding: U+FFFD takes its place. */
function percentEncoded(text: string): string {
  return encodeURIComponent(toWellFormed(text));
}

function within({
  draft,
  value,
  name,
  min,
  max,
}: {
  draft: CurlDraft;
  value: string;
  name: string;
  min: number;
  max: number;
}): number | null {
  const number = Math.ceil(Number(value));
  if (value.trim() === '' || !Number.isFinite(number) || number < min) {
    draft.left.push({ what: `${name} ${value}`, why: `Write a number from ${min} to ${max}.` });
    return null;
  }
  if (number > max) draft.left.push({ what: `${name} ${value}`, why: `${max} is taken: it is the most.` });
  return Math.min(number, max);
}
