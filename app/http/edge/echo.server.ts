import type { Request, RequestHandler } from 'express';
import { AppError } from '#domain/errors.ts';
import { consumeLocalRateLimit } from '#server/rate-limit/consume-local-rate-limit.server.ts';

/** Headers of a job's call; those of people and of proxies are not shown. */
const shownHeaders = [
  'accept',
  'content-length',
  'content-type',
  'idempotency-key',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'x-punctual-attempt',
  'x-punctual-scheduled-for',
  'x-punctual-trigger',
] as const;

const longestText = 500;

/**
 * Responds with the method, the path and some headers of the request, as JSON of some 6 KiB at most. It reads neither
 * the body nor a cookie, sends nothing on and changes nothing. A job may call it (decision 044).
 */
export const echo: RequestHandler = (request, response, next) => {
  respond(request).then(({ status, body }) => {
    response
      .status(status)
      .set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
      .type('application/json')
      // A client that guesses another type finds no markup.
      .send(`${JSON.stringify(body).replace(/[<>&]/g, escaped)}\n`);
  }, next);
};

async function respond(request: Request): Promise<{ status: number; body: object }> {
  const facts = {
    id: request.res?.locals.requestId ?? '',
    ip: request.ip ?? '',
    userAgent: (request.get('user-agent') ?? '').slice(0, longestText),
  };
  try {
    await consumeLocalRateLimit({
      limit: 'echo',
      key: facts.ip,
      actorId: null,
      path: request.path,
      request: facts,
    });
  } catch (error) {
    if (error instanceof AppError && error.type === 'rate_limit')
      return { status: 429, body: { error: error.message } };
    throw error;
  }
  const headers = shownHeaders.flatMap((name) => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value.slice(0, longestText)]];
  });
  return {
    status: 200,
    body: {
      method: request.method,
      path: request.originalUrl.slice(0, longestText),
      headers: Object.fromEntries(headers) as Record<string, string>,
    },
  };
}

const escaped = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`;
