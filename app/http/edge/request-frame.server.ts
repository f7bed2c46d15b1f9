import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { clientAddressHeader, requestIdHeader } from '#app/protocol/request-facts.ts';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the way Express lets its locals be typed
  namespace Express {
    interface Locals {
      nonce: string;
      requestId: string;
      isBodyTooLarge: boolean;
    }
  }
}

/**
 * Gives the request its id and nonce and writes the facts that use cases log into internal headers, replacing any sent
 * by the client. A page requested under another host name is redirected to the origin; after this, nothing reads the
 * client's Host header.
 */
export function requestFrame({ origin }: { origin: string }): RequestHandler {
  const { host, protocol } = new URL(origin);
  return (request, response, next) => {
    response.locals.requestId = randomUUID();
    response.locals.nonce = randomBytes(16).toString('base64');
    response.locals.isBodyTooLarge = false;
    response.set('X-Request-Id', response.locals.requestId);
    const isElsewhere = request.headers.host !== host && !response.locals.elsewhere;
    request.headers[requestIdHeader] = response.locals.requestId;
    request.headers[clientAddressHeader] = request.ip ?? '';
    request.headers.host = host;
    delete request.headers['x-forwarded-host'];
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    if (isElsewhere && isNavigation(request.method, request.headers)) {
      response.redirect(307, origin + request.originalUrl);
      return;
    }
    next();
  };
}

function isNavigation(method: string, headers: Record<string, string | string[] | undefined>): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
}
