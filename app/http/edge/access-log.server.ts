import type { ErrorRequestHandler, RequestHandler } from 'express';
import { log } from '#server/log.server.ts';

/** One line an answer, without query or headers: a query may carry what must not be logged. */
export const accessLog: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  const { method, path } = request;
  response.once('finish', () => {
    const { statusCode, locals } = response;
    const durationMs = Math.round(performance.now() - startedAt);
    log().debug({ requestId: locals.requestId, method, path, statusCode, durationMs }, 'answered');
  });
  next();
};

/** What fails outside Remix: a request that cannot be read, or a defect. Neither shows its inside. */
export const lastResort: ErrorRequestHandler = (
  error: Error & { status?: number },
  request,
  response,
  next,
) => {
  const status = error.status !== undefined && error.status < 500 ? error.status : 500;
  const { requestId } = response.locals;
  if (status === 500)
    log().error({ err: error, requestId, path: request.path }, 'a request failed outside its route');
  if (response.headersSent) {
    next(error);
    return;
  }
  const sentence = status === 500 ? 'Something went wrong on our side.' : 'The request could not be read.';
  response.status(status).type('text/plain').send(`${sentence}\nRequest ${requestId}\n`);
};
