import type { CurlRetries } from '#domain/paste/curl-retries.ts';
import type { LeftOut } from '#domain/paste/pasted.ts';
import { addHeader, type PastedHeaders } from '#domain/paste/request-headers.ts';
import { toWellFormed } from '#domain/text/well-formed.ts';
import type { CurlEffect } from './curl-option-list.ts';
import type { CurlArgument } from './curl-options.ts';

const longestTimeout = 300;
const mostRetries = 10;
const noFiles = 'Files on your machine cannot be read here.';
const noInput = "The command's input is not known here. Enter it as the payload in the form.";
const otherAddress = 'A job calls one address. Create another job for this one.';

/** Headers that hold one value: of two the last one counts. */
const single = new Set(
  'authorization content-type user-agent referer date from if-modified-since if-unmodified-since max-forwards'.split(
    ' ',
  ),
);

/** The call as read from the options so far. */
export interface CurlDraft {
  addresses: CurlArgument[];
  /** Scheme of an address without one. */
  scheme: string;
  isGlobOff: boolean;
  method: string | null;
  /** As `-H` writes them: they win over the options of curl. */
  headers: PastedHeaders;
  /** Names in lower case that `-H 'Name:'` takes away. */
  removed: Set<string>;
  /** Headers from options such as `-u` and `-A`, by lowercase name: the last of a kind counts. */
  ofOptions: Map<string, string>;
  /** Null for no data; pieces are joined as curl joins them. */
  data: string | null;
  /** The body of an upload, which has no type. */
  upload: string | null;
  /** Further parameters of the address. */
  query: string[];
  /** There is a body, even an unsupported one. */
  hasBody: boolean;
  isGet: boolean;
  isHead: boolean;
  isJson: boolean;
  timeoutSeconds: number | null;
  retries: CurlRetries;
  followRedirects: boolean;
  /** Standard input of the command; null if unknown. */
  input: string | null;
  left: LeftOut[];
}

interface Given {
  value: string;
  name: string;
}
type Taker = (draft: CurlDraft, given: Given) => void;

const takers: Record<Extract<CurlEffect, string>, Taker> = {
  url: (draft, { value, name }) => void draft.addresses.push({ effect: 'url', value, name }),
  scheme: (draft, { value }) => void (draft.scheme = value),
  globoff: (draft) => void (draft.isGlobOff = true),
  method: (draft, { value }) => void (draft.method = value.toUpperCase()),
  header: (draft, { value }) => takeHeader({ draft, text: value }),
  // A file loses its line breaks on the way.
  data: (draft, given) => takeData({ draft, given, ofInput: (text) => text.replace(/[\r\n\0]/g, '') }),
  binary: (draft, given) => takeData({ draft, given }),
  raw: (draft, { value }) => addData({ draft, text: value }),
  json: (draft, given) => {
    draft.isJson = true;
    takeData({ draft, given, separator: '' });
  },
  encoded: (draft, given) => {
    draft.hasBody = true;
    const text = encoded({ draft, given });
    if (text !== null) addData({ draft, text });
  },
  query: (draft, given) => {
    const text = given.value.startsWith('+') ? given.value.slice(1) : encoded({ draft, given });
    if (text !== null) draft.query.push(text);
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
    const isInput = value === '-' || value === '.';
    if (isInput && draft.input !== null) draft.upload = draft.input;
    else draft.left.push({ what: `${name} ${value}`, why: isInput ? noInput : noFiles });
  },
  get: (draft) => void (draft.isGet = true),
  head: (draft) => void (draft.isHead = true),
  user: (draft, { value }) => void draft.ofOptions.set('user', value),
  bearer: (draft, { value }) => void draft.ofOptions.set('bearer', value),
  agent: (draft, { value }) => void draft.ofOptions.set('user-agent', value),
  // `;auto` only matters to curl at a redirect.
  referer: (draft, { value }) => void draft.ofOptions.set('referer', value.split(';auto', 1)[0] ?? ''),
  range: (draft, { value }) => void draft.ofOptions.set('range', `bytes=${value}`),
  cookie: (draft, { value, name }) => {
    const before = draft.ofOptions.get('cookie');
    if (value.includes('='))
      draft.ofOptions.set('cookie', before === undefined ? value : `${before};${value}`);
    else if (value !== '') draft.left.push({ what: `${name} ${value}`, why: noFiles });
  },
  timeout: (draft, given) => {
    draft.timeoutSeconds = within({ draft, given, min: 1, max: longestTimeout });
  },
  retry: (draft, given) => {
    draft.retries.count = within({ draft, given, min: 0, max: mostRetries });
  },
  'retry-delay': (draft, { value }) => void (draft.retries.delay = value),
  'retry-max-time': (draft, { value }) => void (draft.retries.maxTime = value),
  follow: (draft) => void (draft.followRedirects = true),
  next: (draft, { name }) => {
    draft.left.push({ what: name, why: 'A job makes one call. Create another job for the next one.' });
  },
  quiet: () => undefined,
};

/**
 * Applies a list of options to a call and collects unsupported ones in `left`.
 * @param input standard input of the command, null if unknown
 */
export function draftOf({
  given,
  left,
  input,
}: {
  given: readonly CurlArgument[];
  left: LeftOut[];
  input: string | null;
}): CurlDraft {
  const draft = emptyDraft({ left, input });
  const isFound = given.some(({ effect, isDoubtful }) => effect === 'url' && !isDoubtful);
  for (const { effect, value, name, isDoubtful } of given) {
    // Behind an unknown option: its value, unless there is no other address.
    if (isDoubtful && isFound)
      left.push({ what: value, why: 'This looks like the value of the option before it.' });
    else if (typeof effect === 'object') left.push({ what: `${name} ${value}`.trim(), why: effect.left });
    else takers[effect](draft, { value, name });
    if (effect === 'next') break;
  }
  for (const { value } of draft.addresses.slice(1)) left.push({ what: value, why: otherAddress });
  return draft;
}

function emptyDraft({ left, input }: Pick<CurlDraft, 'left' | 'input'>): CurlDraft {
  return {
    addresses: [],
    scheme: 'http',
    isGlobOff: false,
    method: null,
    headers: new Map(),
    removed: new Set(),
    ofOptions: new Map(),
    data: null,
    upload: null,
    query: [],
    hasBody: false,
    isGet: false,
    isHead: false,
    isJson: false,
    timeoutSeconds: null,
    retries: { count: null, delay: null, maxTime: null },
    followRedirects: false,
    input,
    left,
  };
}

function takeHeader({ draft, text }: { draft: CurlDraft; text: string }): void {
  const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(text) ?? [];
  const [, empty] = /^([^:;]+);\s*$/.exec(text) ?? [];
  const key = name.trim().toLowerCase();
  if (text.startsWith('@')) {
    draft.left.push({ what: `-H ${text}`, why: noFiles });
  } else if (empty !== undefined) {
    addHeader({ ...draft, name: empty.trim(), value: '' });
  } else if (key === '') {
    draft.left.push({ what: `-H ${text}`, why: 'It is no header of the form Name: value.' });
  } else if (value.trim() === '') {
    draft.removed.add(key);
    draft.left.push({ what: `-H ${text}`, why: 'It removes a header that only cURL sends.' });
  } else {
    const before = single.has(key) ? draft.headers.get(key) : undefined;
    if (before) {
      const what = `${before.name}: ${before.value}`;
      draft.left.push({ what, why: 'This header can be sent only once. The last one is used.' });
      draft.headers.delete(key);
    }
    addHeader({ ...draft, name: name.trim(), value: value.trim() });
  }
}

function takeData({
  draft,
  given: { value, name },
  ofInput = (text) => text,
  separator,
}: {
  draft: CurlDraft;
  given: Given;
  ofInput?: (text: string) => string;
  separator?: string;
}): void {
  draft.hasBody = true;
  const isInput = value === '@-';
  if (!value.startsWith('@')) addData({ draft, text: value, separator });
  else if (isInput && draft.input !== null) addData({ draft, text: ofInput(draft.input), separator });
  else draft.left.push({ what: `${name} ${value}`, why: isInput ? noInput : noFiles });
}

/** Pieces of JSON follow each other without a sign between them. */
function addData({
  draft,
  text,
  separator = '&',
}: {
  draft: CurlDraft;
  text: string;
  separator?: string | undefined;
}): void {
  draft.hasBody = true;
  draft.data = draft.data === null ? text : `${draft.data}${separator}${text}`;
}

/** `name=text`, `=text`, `text` and `name@-` of --data-urlencode; null for a file. */
function encoded({ draft, given: { value, name } }: { draft: CurlDraft; given: Given }): string | null {
  const equals = value.indexOf('=');
  const at = equals < 0 ? value.indexOf('@') : equals;
  const field = at > 0 ? `${value.slice(0, at)}=` : '';
  const text = value.slice(at + 1);
  if (equals >= 0 || at < 0) return field + percentEncoded(text);
  if (text === '-' && draft.input !== null) return field + percentEncoded(draft.input);
  draft.left.push({ what: `${name} ${value}`, why: text === '-' ? noInput : noFiles });
  return null;
}

/** A variable of Punctual stays: its value is encoded where it is filled in. */
function percentEncoded(text: string): string {
  return text
    .split(/(\{\{[\w.-]{1,80}\}\})/)
    .map((part, index) => (index % 2 === 0 ? encodedText(part) : part))
    .join('');
}

/** Half a surrogate pair has no percent-encoding: it becomes U+FFFD. */
function encodedText(text: string): string {
  return encodeURIComponent(toWellFormed(text)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function within({
  draft,
  given: { value, name },
  min,
  max,
}: {
  draft: CurlDraft;
  given: Given;
  min: number;
  max: number;
}): number | null {
  const number = Math.ceil(Number(value));
  if (value.trim() === '' || !Number.isFinite(number) || number < min) {
    draft.left.push({ what: `${name} ${value}`, why: `Write a number from ${min} to ${max}.` });
    return null;
  }
  if (number > max) draft.left.push({ what: `${name} ${value}`, why: `${max} is used, the maximum.` });
  return Math.min(number, max);
}
