import type { ErrorRequestHandler, RequestHandler } from 'express';
import { httpMethods } from '#domain/job/http-methods.ts';
import { log } from '#server/log.server.ts';
import { requestDuration, statusClass } from '#server/metrics/instruments.server.ts';
import { loggedPath } from '#server/security-log/logged-path.server.ts';

const methods = new Set<string>(httpMethods);

/**
 * One line and one measurement per response, by the template of its route: an address and its query may contain
 * secrets.
 */
export function accessLog({ routeOf }: { routeOf: (path: string) => string }): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const asked = request.path;
    response.once('finish', () => {
      const { statusCode, locals } = response;
      const durationMs = performance.now() - startedAt;
      const method = methods.has(request.method) ? request.method : 'other';
      const route = routeOf(asked);
      requestDuration.observe({ method, route, status_class: statusClass(statusCode) }, durationMs / 1000);
      const { requestId } = locals;
      log().debug({ requestId, method, route, statusCode, durationMs: Math.round(durationMs) }, 'answered');
    });
    next();
  };
}

/** Failures outside Remix: an unreadable request, or a bug. Neither shows its details. */
export const lastResort: ErrorRequestHandler = (
  error: Error & { status?: number },
  request,
  response,
  next,
) => {
  const status = error.status !== undefined && error.status < 500 ? error.status : 500;
  const { requestId } = response.locals;
  if (status === 500)
    log().error(
      { err: error, requestId, path: loggedPath(request.path) },
      'a request failed outside its route',
    );
  if (response.headersSent) {
    next(error);
    return;
  }
  const sentence = status === 500 ? 'Something went wrong on our side.' : 'The request could not be read.';
  response.status(status).type('text/plain').send(`${sentence}\nRequest ${requestId}\n`);
};
