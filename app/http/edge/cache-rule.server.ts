import type { RequestHandler } from 'express';

const signedInPages = /^\/(?:dashboard|admin|logout|mail|unsubscribe)(?:[/.]|$)/;

/**
 * Default caching of responses (security.md section 5): nothing of signed-in pages and of data requests; other
 * responses only after revalidation.
 */
export function cacheControlOf({ path, hasSession }: { path: string; hasSession: boolean }): string {
  return hasSession || path.endsWith('.data') || signedInPages.test(path) ? 'no-store' : 'private, no-cache';
}

/** Fills in Cache-Control at the last moment, so routes and static files can set their own. */
export function cacheRule({ sessionCookie }: { sessionCookie: string }): RequestHandler {
  return (request, response, next) => {
    const hasSession = (request.headers.cookie ?? '').includes(`${sessionCookie}=`);
    const writeHead = response.writeHead.bind(response);
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      if (!response.hasHeader('Cache-Control')) {
        response.setHeader('Cache-Control', cacheControlOf({ path: request.path, hasSession }));
      }
      return writeHead(...head);
    }) as typeof response.writeHead;
    next();
  };
}
