import type { HeaderAuth } from '#domain/job/request-auth.ts';
import type { LeftOut, PastedRequest } from './pasted.ts';

declare const atob: (text: string) => string;
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean },
) => {
  decode: (bytes: Uint8Array) => string;
};

/** Headers a browser sends of itself: no target of a job is meant by them. */
const ofBrowsers = /^(?:sec-.+|accept-language|priority|dnt|upgrade-insecure-requests)$/i;
const browserAgent = /^Mozilla\/5\.0 \(/;
/** A browser also sends the address of its page and cache validators; these would bring a 304. */
const ofPages =
  /^(?:origin|referer|accept-encoding|pragma|cache-control|if-none-match|if-modified-since|te)$/i;

/** A pasted request as the form has it: authentication apart, without browser-only headers. */
export interface TypedRequest {
  headers: Record<string, string>;
  auth: HeaderAuth | null;
  left: LeftOut[];
}

export function toTypedRequest({ headers }: Pick<PastedRequest, 'headers'>): TypedRequest {
  const entries = Object.entries(headers);
  const isOfBrowser = ([name, value]: [string, string]) =>
    ofBrowsers.test(name) || (/^user-agent$/i.test(name) && browserAgent.test(value));
  const isFromBrowser = entries.some(isOfBrowser);
  const isLeft = (entry: [string, string]) => isOfBrowser(entry) || (isFromBrowser && ofPages.test(entry[0]));
  const found = entries.filter(isLeft).map(([name]) => name);
  const kept = entries.filter((entry) => !isLeft(entry));
  const signedIn = kept.find(([name]) => /^authorization$/i.test(name));
  const auth = signedIn ? authOf(signedIn[1]) : null;
  return {
    headers: Object.fromEntries(kept.filter((entry) => auth === null || entry !== signedIn)),
    auth,
    left: found.length > 0 ? [{ what: found.join(', '), why: 'Only browsers send this.' }] : [],
  };
}

/** Basic and Bearer credentials as their fields; null for any other scheme, which stays a header. */
function authOf(value: string): HeaderAuth | null {
  const [, scheme = '', credentials = ''] = /^(basic|bearer) +(\S+)$/i.exec(value.trim()) ?? [];
  if (credentials === '') return null;
  if (scheme.toLowerCase() === 'bearer') return { type: 'bearer', token: credentials };
  const pair = decoded(credentials);
  const at = pair?.indexOf(':') ?? -1;
  if (pair === null || at < 1) return null;
  return { type: 'basic', username: pair.slice(0, at), password: pair.slice(at + 1) };
}

function decoded(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const pair = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[\u0000-\u001f\u007f]/.test(pair) ? null : pair;
  } catch {
    return null;
  }
}
