import type { RequestHandler } from 'express';
import { refusalHeaders } from '#app/http/responses/limit-headers.ts';
import { takeRefusal } from '#server/rate-limit/refusals.server.ts';

/** Every 429 has a Retry-After, for pages and buttons as for calls (security.md section 6). */
export const limitRule: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (response.statusCode === 429) {
      const details = takeRefusal(response.locals.requestId);
      if (details && !response.hasHeader('RateLimit')) response.set(refusalHeaders(details));
    }
    return writeHead(...head);
  }) as typeof response.writeHead;
  next();
};
