import type { RequestHandler } from 'express';

const safeMethods = new Set(['GET', 'HEAD']);
// A mail program ends a subscription by one click (RFC 8058), without cookies and from any origin: its credential is
// the link.
const byLink = /^\/(?:unsubscribe|mail\/(?:stop|unsubscribe))\//;
const byProgram = /^\/(?:api|mcp|webhooks)(?:\/|$)/;

interface Ask {
  method: string;
  path: string;
  secFetchSite: string | undefined;
  requestOrigin: string | undefined;
}

/**
 * Reports whether a request may change something (security.md section 3): sent by a page of ours, as the browser says
 * in Sec-Fetch-Site, or, from one that does not say, with our Origin. Never judged by the Host header.
 */
export function isOwnRequest({
  method,
  path,
  secFetchSite,
  requestOrigin,
  origin,
}: Ask & { origin: string }): boolean {
  if (safeMethods.has(method) || byLink.test(path) || byProgram.test(path)) return true;
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin' || secFetchSite === 'none';
  return requestOrigin === origin;
}

/** Refuses what another site sends with a user's cookies, before any route sees it. */
export function csrfRule({
  origin,
  onRefused,
}: {
  origin: string;
  onRefused: RequestHandler;
}): RequestHandler {
  return (request, response, next) => {
    const isOwn = isOwnRequest({
      method: request.method,
      path: request.path,
      secFetchSite: request.get('sec-fetch-site'),
      requestOrigin: request.get('origin'),
      origin,
    });
    // A mail read in a browser may name its own site, for which Remix would refuse it after all.
    if (byLink.test(request.path)) delete request.headers.origin;
    if (isOwn) next();
    else onRefused(request, response, next);
  };
}
