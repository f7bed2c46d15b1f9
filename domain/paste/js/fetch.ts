import { httpMethods } from '#domain/job/http-methods.ts';
import type { LeftOut, ReadCall } from '#domain/paste/pasted.ts';
import {
  addHeader,
  setDefaultHeader,
  toHeaderObject,
  type PastedHeaders,
} from '#domain/paste/request-headers.ts';
import { jsCode, sourceOf, type JsCode } from './js-code.ts';
import { readArguments } from './js-literal.ts';
import { jsState, type JsState } from './js-state.ts';
import { formText, known, type JsValue, type Members } from './js-value.ts';

const opening = /\bfetch\s*\(/;
const browserOnly = 'It concerns the browser only.';
const programOnly = 'Only the program knows it. Write it in the form.';
const otherCall = 'A job makes one call. Create another job for this one.';
const reasons = new Map([
  ['credentials', 'Cookies of the browser are not sent. Put a cookie header if the target needs one.'],
  ['signal', 'The timeout is set in the form.'],
]);
/** Words before `fetch` that make it the name of a function or a method. */
const defining = new Set(['function', 'async', 'get', 'set', 'static', '*']);

/** A call of `fetch`: its arguments, or why they are not read. */
interface Call {
  /** Index of the token `fetch`. */
  at: number;
  read: JsValue[] | { reason: string };
}

/**
 * Reads a call of `fetch` as a browser copies it or a program writes it. Resolves literals, and the names the code
 * gives them; values only known at run time are listed. Ignores calls in comments and strings. Runs nothing.
 */
export function readFetch(text: string): ReadCall {
  return findFetch(text) ?? { reason: 'There is no fetch() call here.' };
}

/** As readFetch; null where there is no call. */
export function findFetch(text: string): ReadCall | null {
  // The words alone cost less than the tokens.
  if (!opening.test(text)) return null;
  const state = jsState(jsCode(text));
  const calls = callsIn(state);
  // The first call with its address in the code.
  const call = calls.find(({ read }) => !('reason' in read) && addressOf(read) !== null) ?? calls[0];
  if (!call) return null;
  if ('reason' in call.read) return { reason: call.read.reason };
  const given = call.read[0] && 'request' in call.read[0] ? inRequest(call.read) : call.read;
  const found = requestOf(given);
  if ('reason' in found) return found;
  const others = calls.filter((one) => one !== call).slice(0, 50);
  const left = others.map(({ at }) => ({
    what: shortened(callSource({ code: state.code, at })),
    why: otherCall,
  }));
  return { ...found, left: [...found.left, ...left] };
}

/** Calls outside of other calls. */
function callsIn(state: JsState): Call[] {
  const { tokens, closers } = state.code;
  const calls: Call[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]?.value !== 'fetch' || tokens[at + 1]?.value !== '(') continue;
    const end = closers[at + 1] ?? tokens.length;
    if (defining.has(tokens[at - 1]?.value ?? '') || tokens[end + 1]?.value === '{') continue;
    calls.push({ at, read: readArguments({ state, at: at + 2 }) });
    state.isTooDeep = false;
    at = end;
  }
  return calls;
}

function callSource({ code, at }: { code: JsCode; at: number }): string {
  const end = code.closers[at + 1] ?? code.tokens.length;
  return sourceOf({ code, from: at, to: Math.min(end + 1, at + 12) });
}

/** The arguments of `fetch(new Request(address, options), more)`: options beside a request replace its own. */
function inRequest([first, more]: JsValue[]): JsValue[] {
  const [address, options] = first && 'request' in first ? first.request : [];
  if (address === undefined) return [];
  const [own, other] = [options ?? new Map(), more ?? new Map()];
  if (!(own instanceof Map)) return [address, own];
  return [address, other instanceof Map ? new Map([...own, ...other]) : other];
}

function addressOf([target]: JsValue[]): string | null {
  const inside = target && 'request' in target ? target.request[0] : target;
  const value = inside && known(inside)?.value;
  return typeof value === 'string' ? value : null;
}

function requestOf([target, options]: JsValue[]): ReadCall {
  const url = target && known(target)?.value;
  if (target === undefined || typeof url !== 'string') {
    const source = target === undefined ? 'it' : shownOf(target);
    return { reason: `Only the program knows where ${source} leads. Write the address itself.` };
  }
  const left: LeftOut[] = [];
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url))
    left.push({ what: url, why: 'It has no host. Enter the full URL in the form.' });
  const isNone = options === undefined || (known(options) !== null && known(options)?.value === undefined);
  if (!isNone && !(options instanceof Map)) left.push({ what: shownOf(options), why: programOnly });
  const members: Members = options instanceof Map ? options : new Map<string, JsValue>();
  const headers = readFetchHeaders({ given: members.get('headers'), left });
  const { payload, contentType } = bodyOf({ given: members.get('body'), left });
  if (payload !== null) setDefaultHeader({ headers, name: 'content-type', value: contentType });
  for (const [key] of members) {
    if (!['method', 'headers', 'body', 'redirect'].includes(key))
      left.push({ what: key, why: reasons.get(key) ?? browserOnly });
  }
  const method = methodOf({ given: members.get('method'), left });
  const request = { url, method, headers: toHeaderObject(headers), payload };
  return {
    request: {
      ...request,
      timeoutSeconds: null,
      retryCount: null,
      ...(isFollowing(members.get('redirect')) && { followRedirects: true }),
    },
    left,
  };
}

/** Said aloud, as programs do; a call that says nothing of redirects stays as a job is. */
function isFollowing(given: JsValue | undefined): boolean {
  return given !== undefined && known(given)?.value === 'follow';
}

function methodOf({ given, left }: { given: JsValue | undefined; left: LeftOut[] }) {
  const value = given && known(given)?.value;
  if (given === undefined || (value === undefined && known(given) !== null)) return 'GET' as const;
  const method = httpMethods.find((one) => typeof value === 'string' && one === value.toUpperCase());
  if (!method)
    left.push({ what: `method: ${shownOf(given)}`, why: `A job can use ${httpMethods.join(', ')}.` });
  return method ?? ('GET' as const);
}

function readFetchHeaders({ given, left }: { given: JsValue | undefined; left: LeftOut[] }): PastedHeaders {
  const headers: PastedHeaders = new Map();
  for (const [name, one] of headerPairs(given)) {
    const value = known(one)?.value;
    if (value === undefined) left.push({ what: `${name}: ${shownOf(one)}`, why: programOnly });
    else addHeader({ headers, name, value: typeof value === 'string' ? value : JSON.stringify(value), left });
  }
  return headers;
}

function headerPairs(given: JsValue | undefined): [string, JsValue][] {
  if (given === undefined) return [];
  if (given instanceof Map) return [...given];
  if ('kind' in given) return given.pairs;
  const inside = known(given);
  if (inside === null) return [['headers', given]];
  if (!Array.isArray(inside.value)) return [];
  return (inside.value as unknown[]).flatMap((pair) =>
    Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], { value: pair[1] as unknown }]] : [],
  );
}

/** The body with the type the Fetch Standard gives to it. */
function bodyOf({ given, left }: { given: JsValue | undefined; left: LeftOut[] }): {
  payload: string | null;
  contentType: string;
} {
  const contentType = 'text/plain;charset=UTF-8';
  const none = { payload: null, contentType };
  if (given === undefined) return none;
  if ('kind' in given && given.kind === 'FormData') {
    const names = given.pairs.map(([name]) => name).join(', ');
    const why = 'A form with files (multipart) cannot be sent. Send the fields as URLSearchParams.';
    left.push({ what: shortened(`body: FormData ${names}`.trim()), why });
    return none;
  }
  if ('kind' in given && given.kind === 'URLSearchParams') {
    const payload = formText(given);
    if (payload !== null) return { payload, contentType: 'application/x-www-form-urlencoded;charset=UTF-8' };
  }
  const inside = known(given);
  if (inside && (inside.value === null || inside.value === undefined)) return none;
  if (typeof inside?.value === 'string') return { payload: inside.value, contentType };
  left.push({ what: `body: ${shownOf(given)}`, why: programOnly });
  return none;
}

/** A value for display: its source, or the known part of it. */
function shownOf(given: JsValue): string {
  if (!(given instanceof Map) && 'source' in given) return shortened(given.source);
  if ('kind' in given) return `new ${given.kind}(…)`;
  return shortened(JSON.stringify(known(given)?.value ?? '…'));
}

function shortened(source: string): string {
  return source.length > 60 ? `${source.slice(0, 59)}…` : source;
}
