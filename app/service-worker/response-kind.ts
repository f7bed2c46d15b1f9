/** Source of the response to a request in the service worker. */
export type ResponseKind =
  /** A hashed file of the build: what was kept, else the network. */
  | 'asset'
  /** A page: the network, and the offline page where there is none. */
  | 'page'
  /** Everything else: the browser, as if there were no service worker. */
  | 'browser';

// Calls, sign-in and webhooks are none of the worker's business, also where a browser navigates to them.
const untouched = /^\/(?:api|auth|mcp|webhooks|mail|logout|sw\.js)(?:[/.]|$)/;

/**
 * Nothing of an account is ever kept (interface.md section 6): of what is answered here only hashed files come out of a
 * cache, and nothing asked for goes into one.
 */
export function responseKind({
  request: { method, mode, url },
  origin,
}: {
  request: Pick<Request, 'method' | 'mode' | 'url'>;
  origin: string;
}): ResponseKind {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || untouched.test(pathname)) return 'browser';
  if (pathname.startsWith('/assets/')) return 'asset';
  return mode === 'navigate' && !pathname.endsWith('.data') ? 'page' : 'browser';
}
