import { httpMethods } from '../http-methods.ts';
import { known, readArguments, type Literal, type Members } from './js-literal.ts';
import type { LeftOut, ReadCall } from './pasted.ts';
import { addHeader, setDefaultHeader, toHeaderObject, type PastedHeaders } from './request-headers.ts';

type Given = Literal | Members;

const opening = /\bfetch\s*\(/;
const browserOnly = 'It concerns the browser only.';
const programOnly = 'Only the program knows it. Write it in the form.';
const reasons = new Map([
  ['redirect', 'Redirects are not followed: write the address that they lead to.'],
  ['credentials', 'Cookies of the browser are not sent. Put a cookie header if the target needs one.'],
  ['signal', 'The timeout is set in the form.'],
]);

/**
 * Reads a call of `fetch` as a browser copies it or a program writes it. Literals are taken; what only the program
 * knows is named. Nothing is run.
 */
export function findFetch(text: string): ReadCall | null { return opening.test(text) ? readFetch(text) : null; }
export function readFetch(text: string): ReadCall {
  const found = opening.exec(text);
  if (!found) return { reason: 'There is no call of fetch here.' };
  const read = readArguments({ source: text, at: found.index + found[0].length });
  if ('reason' in read) return read;
  const [target, options] = read;
  const url = target && known(target)?.value;
  if (target === undefined || typeof url !== 'string') {
    const source = target === undefined ? 'it' : sourceOf(target);
    return { reason: `Only the program knows where ${source} leads. Write the address itself.` };
  }
  const left: LeftOut[] = [];
  if (options && !(options instanceof Map)) {
    left.push({ what: sourceOf(options), why: programOnly });
  }
  const members: Members = options instanceof Map ? options : new Map<string, Given>();
  const headers = readFetchHeaders({ given: members.get('headers'), left });
  const payload = bodyOf({ given: members.get('body'), left });
  if (payload !== null) {
    // What a browser sends unasked for a text.
    setDefaultHeader({ headers, name: 'content-type', value: 'text/plain;charset=UTF-8' });
  }
  for (const [key] of members) {
    if (!['method', 'headers', 'body'].includes(key))
      left.push({ what: key, why: reasons.get(key) ?? browserOnly });
  }
  return {
    request: {
      url,
      method: methodOf({ given: members.get('method'), left }),
      headers: toHeaderObject(headers),
      payload,
      timeoutSeconds: null,
      retryCount: null,
    },
    left,
  };
}

function methodOf({ given, left }: { given: Given | undefined; left: LeftOut[] }) {
  if (given === undefined) return 'GET' as const;
  const value = known(given)?.value;
  const method = httpMethods.find((one) => typeof value === 'string' && one === value.toUpperCase());
  if (!method)
    left.push({ what: `method: ${sourceOf(given)}`, why: `A job can use ${httpMethods.join(', ')}.` });
  return method ?? ('GET' as const);
}

function readFetchHeaders({ given, left }: { given: Given | undefined; left: LeftOut[] }): PastedHeaders {
  const headers: PastedHeaders = new Map();
  for (const [name, one] of headerPairs(given)) {
    const value = known(one)?.value;
    if (value === undefined) left.push({ what: `${name}: ${sourceOf(one)}`, why: programOnly });
    else addHeader({ headers, name, value: typeof value === 'string' ? value : JSON.stringify(value), left });
  }
  return headers;
}

function headerPairs(given: Given | undefined): [string, Given][] {
  if (given === undefined) return [];
  if (given instanceof Map) return [...given];
  const value = known(given)?.value;
  if (typeof value !== 'object' || value === null) return value === null ? [] : [['headers', given]];
  const pairs: unknown[] = Array.isArray(value) ? value : Object.entries(value);
  return pairs.flatMap((pair) =>
    Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], { value: pair[1] as unknown }]] : [],
  );
}

function bodyOf({ given, left }: { given: Given | undefined; left: LeftOut[] }): string | null {
  const value = given && known(given)?.value;
  if (given === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  left.push({ what: `body: ${sourceOf(given)}`, why: programOnly });
  return null;
}

function sourceOf(given: Given): string {
  const source =
    !(given instanceof Map) && 'source' in given ? given.source : JSON.stringify(known(given)?.value ?? '…');
  return source.length > 60 ? `${source.slice(0, 59)}…` : source;
}
