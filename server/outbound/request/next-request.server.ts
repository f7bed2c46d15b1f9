import { isSecretHeader } from '#domain/job/secret-headers.ts';
import { mostRedirects, payloadKept, type RedirectEnd } from '#domain/redirect-ends.ts';
import { parseUrl, type ParsedUrl } from '#domain/text/parse-url.ts';
import type { CallRequest } from '#server/outbound/types.ts';

/** Longer ones are no URL that is called, and take long to read. */
const longestLocation = 4_096;
const redirecting = new Set([301, 302, 303, 307, 308]);

/** Headers of the redirect response, as the client read them. */
interface Redirect {
  statusCode: number;
  location: string | string[] | undefined;
}

export type NextRequest =
  /** `target`: its host, and port unless it is the scheme's own. */
  | { request: CallRequest; target: string; location: string }
  /** It is not followed, and its response is the last one. */
  | { end: RedirectEnd }
  /** Why nothing more is sent, for its owner. */
  | { refused: string; location: string };

/**
 * The next request after a redirect (RFC 9110 section 15.4, Fetch section 4.4): 303 makes any method but HEAD a GET,
 * 301 and 302 a POST; 307 and 308 keep method and payload. Across origins, credentials, cookies and headers with
 * secrets are dropped, for the rest of the attempt.
 *
 * @param visited requests so far, as `visitOf` writes them
 * @returns null for a response without a target
 */
export function nextRequest({
  request,
  redirect: { statusCode, location },
  visited,
}: {
  request: CallRequest;
  redirect: Redirect;
  visited: readonly string[];
}): NextRequest | null {
  if (!redirecting.has(statusCode) || typeof location !== 'string') return null;
  if (location === '' || location.length > longestLocation) return null;
  const from = parseUrl(request.url);
  const to = from && parseUrl(location, request.url);
  if (!to) return null;
  const isGet = becomesGet({ statusCode, method: request.method });
  const isSame = isSameOrigin(from, to);
  const url = to.href.slice(0, to.href.length - to.hash.length);
  const next: CallRequest = {
    ...request,
    url,
    ...(isGet && { method: 'GET', payload: null }),
    headers: keptHeaders({ request, isGet, isSame }),
  };
  if (visited.includes(visitOf(next))) return { end: 'loop' };
  if (visited.length > mostRedirects) return { end: 'too_many' };
  if (!isSame && next.payload !== null && request.secrets?.isInPayload)
    return { refused: payloadKept, location: url };
  return { request: next, target: to.host, location: url };
}

/** A request as a redirect can change it: there are no cookies, so a repeated request would repeat forever. */
export const visitOf = ({ method, url }: Pick<CallRequest, 'method' | 'url'>) => `${method} ${url}`;

function becomesGet({ statusCode, method }: { statusCode: number; method: string }): boolean {
  if (statusCode === 303) return method !== 'GET' && method !== 'HEAD';
  return (statusCode === 301 || statusCode === 302) && method === 'POST';
}

/** The step from http to https of one host, on their default ports, exposes nothing to others. */
function isSameOrigin(from: ParsedUrl, to: ParsedUrl): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && !from.port && !to.port;
  return from.origin === to.origin || (isUpgrade && from.hostname === to.hostname);
}

function keptHeaders({
  request: { headers, secrets },
  isGet,
  isSame,
}: {
  request: CallRequest;
  isGet: boolean;
  isSame: boolean;
}): Record<string, string> {
  const isKept = (name: string) => {
    const lower = name.toLowerCase();
    if (isGet && lower.startsWith('content-')) return false;
    if (isSame) return true;
    if (lower === 'idempotency-key' && headers[name] === headers['webhook-id']) return true;
    return !isSecretHeader(lower) && lower !== 'webhook-signature' && !secrets?.headers.includes(lower);
  };
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}
