import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import { errorResponse } from '#app/http/api/response.server.ts';
import type { FoundRoute } from '#app/http/edge/route-of-path.server.ts';
import { AppError } from '#domain/errors.ts';
import { parseUrl } from '#domain/text/parse-url.ts';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the way Express lets its locals be typed
  namespace Express {
    interface Locals {
      /** A refused request: its proper address, or null for an invalid target; and if it is a call of the API. */
      elsewhere?: { to: string | null; isCall: boolean };
    }
  }
}

type RouteOf = (path: string) => FoundRoute | null;

/** A request target as all rules judge it; `moved` names the normal form it should have had, null for none. */
export type NormalizedTarget = { target: string } | { moved: string | null };

const absolute = /^(https?:\/\/[^/?#]*)(.*)/is;
// Control characters, blanks, what is no ASCII, a backslash or a fragment: parsers disagree on each.
const unsafe = /[^\x21-\x7e]|[\\#]/;
const escaped = /%([0-9a-f]{2})/gi;
const unreserved = /^[\w.~-]$/;
const hiddenSeparator = /%(?:2f|5c|[01][0-9a-f]|7f)/i;

/**
 * Checks a request target once, before every rule on paths: the router decodes a path, drops dot segments and a last
 * slash and ignores case, unlike a rule, so only the form on which both agree is accepted.
 * @param target from the request line
 * @param routeOf null while pages are built on demand: the case of their names is not checked then
 */
export function normalizeTarget({
  target: sent,
  origin,
  routeOf,
}: {
  target: string;
  origin: string;
  routeOf: RouteOf | null;
}): NormalizedTarget {
  const refused = { moved: null };
  const [, authority, rest = ''] = absolute.exec(sent) ?? [];
  if (authority !== undefined && !isOrigin({ authority, origin })) return refused;
  const target = authority === undefined ? sent : rest.startsWith('/') ? rest : `/${rest}`;
  if (!target.startsWith('/') || unsafe.test(target)) return refused;
  const [path, query] = splitOnce(target);
  const normal = normalPath(path);
  if (normal === null) return refused;
  const named = routeOf ? namedAsRouted({ path: normal, routeOf }) : normal;
  const whole = query === undefined ? named : `${named}?${query}`;
  return named === path ? { target: whole } : { moved: whole };
}

/** The one way to write a path; null for what has none, such as an escaped slash or a dot segment. */
function normalPath(path: string): string | null {
  if (/%(?![0-9a-f]{2})/i.test(path) || hiddenSeparator.test(path) || !isUtf8(path)) return null;
  const plain = path.replace(escaped, (escape, code: string) => {
    const character = String.fromCharCode(parseInt(code, 16));
    return unreserved.test(character) ? character : escape;
  });
  const joined = plain.replace(/\/{2,}/g, '/');
  if (joined.split('/').some((part) => part === '.' || part === '..')) return null;
  const bare = joined === '/' ? joined : joined.replace(/\/$/, '');
  // The data of a page has its page's address before `.data`: a slash between would be its last.
  if (bare.endsWith('/.data')) return null;
  return new URL(bare, 'http://path').pathname;
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The path with the fixed names of its route as the route writes them: the router takes any case. */
function namedAsRouted({ path, routeOf }: { path: string; routeOf: RouteOf }): string {
  // No route has a capital in its name.
  if (!/[A-Z]/.test(path)) return path;
  const [, page = path, data = ''] = /^(.*)(\.data)$/.exec(path) ?? [];
  const template = routeOf(page)?.template.split('/');
  if (!template) return path;
  const named = page.split('/').map((part, at) => {
    const name = template[at];
    if (name === undefined || name === '*') return part;
    if (!name.startsWith(':')) return name.toLowerCase() === part.toLowerCase() ? name : part;
    const suffix = name.replace(/^:[\w-]+\??/, '');
    return suffix === '' ? part : part.slice(0, part.length - suffix.length) + suffix;
  });
  return named.join('/') + data;
}

function isOrigin({ authority, origin }: { authority: string; origin: string }): boolean {
  return parseUrl(authority)?.origin === origin;
}

function splitOnce(target: string): [string, string?] {
  const at = target.indexOf('?');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}

// No page has it: refused requests are counted and logged without a route.
const nowhere = '/not-let-in';
/** For programs, which would not follow a redirect: a last slash is left out without a word. */
const byProgram = /^\/(?:api|mcp|webhooks|unsubscribe)(?:\/|$)/;

/** The first middleware: later rules, the log and the router read the same path. */
export function normalizePath({
  origin,
  routeOf,
}: {
  origin: string;
  routeOf: RouteOf | null;
}): RequestHandler {
  return (request, response, next) => {
    const evaluated = normalizeTarget({ target: request.url, origin, routeOf });
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if ('target' in evaluated) request.url = request.originalUrl = evaluated.target;
    else if (
      evaluated.moved !== null &&
      (!isRead || byProgram.test(evaluated.moved)) &&
      isLastSlash(evaluated.moved, request.url)
    )
      request.url = request.originalUrl = evaluated.moved;
    else {
      response.locals.elsewhere = {
        to: isRead ? evaluated.moved : null,
        isCall: request.url.startsWith('/api/'),
      };
      request.url = request.originalUrl = nowhere;
    }
    next();
  };
}

/** True for two targets that differ only by the last slash of their paths. */
function isLastSlash(normal: string, sent: string): boolean {
  const [path, query] = splitOnce(normal);
  return sent === `${path}/${query === undefined ? '' : `?${query}`}`;
}

const notNormal =
  'This address is not in its normal form. Write it without dot segments, double slashes or unnecessary escapes.';

/** Responds to a path that judgePath refused: a page is redirected to its address on our origin, the rest is a 400. */
export function refusePath({ origin }: { origin: string }): RequestHandler {
  return (request, response, next) => {
    const { elsewhere, requestId } = response.locals;
    if (!elsewhere) next();
    else if (elsewhere.to !== null) response.redirect(308, origin + elsewhere.to);
    else if (elsewhere.isCall) sendError({ origin, request, response }).catch(next);
    else response.status(400).type('text/plain').send(`${notNormal}\nRequest ${requestId}\n`);
  };
}

/** Calls of the API read every error in one format (D19). */
async function sendError({
  origin,
  request: { headers },
  response,
}: {
  origin: string;
  request: ExpressRequest;
  response: ExpressResponse;
}): Promise<void> {
  const error = new AppError('validation_error', { message: notNormal });
  const request = new Request(origin, { headers: headers as Record<string, string> });
  const result = errorResponse({ error, request });
  response.status(result.status);
  for (const [name, value] of result.headers) response.append(name, value);
  response.end(await result.text());
}
