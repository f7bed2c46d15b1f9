import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import type { TextResponse } from '#app/http/api/response.server.ts';
import type { FoundRoute } from '#app/http/edge/route-of-path.server.ts';

const prefix = '/api/v1/';

/**
 * Serves API reads with the loaders of their routes. Remix would rank all routes twice more for each call, copy its
 * request twice and pump the response through streams, at a higher cost than many reads. Anything but a plain read of
 * an existing call is passed to Remix.
 */
export function apiReads({
  origin,
  build,
  routeOf,
  contextOf,
}: {
  origin: string;
  build: ServerBuild;
  routeOf: (path: string) => FoundRoute | null;
  contextOf: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext;
}): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !originalUrl.startsWith(prefix)) {
      next();
      return;
    }
    const url = new URL(originalUrl, origin);
    const found = routeOf(url.pathname);
    const loader = found?.template.startsWith(prefix) ? build.routes[found.id]?.module.loader : undefined;
    if (!found || !loader) {
      next();
      return;
    }
    const headers = request.headers as Record<string, string>;
    const args = { request: new Request(url, { method, headers }), params: found.params };
    Promise.resolve(loader({ ...args, context: contextOf(request, response) }))
      .then((result) => send({ result: result as TextResponse, response, hasBody: method === 'GET' }))
      .catch((error: unknown) => {
        // The client disconnected before the end of a file.
        if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
          next(error);
      });
  };
}

async function send({
  result,
  response,
  hasBody,
}: {
  result: TextResponse;
  response: ExpressResponse;
  hasBody: boolean;
}): Promise<void> {
  response.status(result.status);
  for (const [name, value] of result.headers) response.append(name, value);
  const { body, ownText } = result;
  if (!hasBody || !body) {
    await body?.cancel();
    response.end();
  } else if (ownText !== undefined && ownText !== null) response.end(ownText);
  // A file is streamed while it is read.
  else if (result.headers.has('content-disposition'))
    await pipeline(Readable.fromWeb(body as ReadableStream), response);
  else response.end(await result.text());
}
