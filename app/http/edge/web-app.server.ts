import { join } from 'node:path';
import { createRequestHandler } from '@remix-run/express';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { accessLog, lastResort } from '#app/http/edge/access-log.server.ts';
import { apiReads } from '#app/http/edge/api-reads.server.ts';
import { bodyLimit } from '#app/http/edge/body-limit.server.ts';
import { cacheRule } from '#app/http/edge/cache-rule.server.ts';
import { csrfRule } from '#app/http/edge/csrf.server.ts';
import { withDirectResponses } from '#app/http/edge/direct-responses.server.ts';
import { echo } from '#app/http/edge/echo.server.ts';
import { type Details, healthz, readyz, type PartCheck } from '#app/http/edge/health.server.ts';
import { limitRule } from '#app/http/edge/limit-rule.server.ts';
import { normalizePath, refusePath } from '#app/http/edge/normal-path.server.ts';
import { requestFrame } from '#app/http/edge/request-frame.server.ts';
import { routeNames } from '#app/http/edge/route-names.server.ts';
import { publicRoutes } from '#app/http/edge/route-of-path.server.ts';
import { securityHeaders } from '#app/http/edge/security-headers.server.ts';
import type { Stopping } from '#app/http/edge/stopping.server.ts';
import { echoPath } from '#domain/echo.ts';
import { httpMethods } from '#domain/job/http-methods.ts';

declare module '@remix-run/server-runtime' {
  /** Facts of a request, known before Remix sees it. */
  interface AppLoadContext {
    /** Nonce of inline scripts and styles, as in the Content-Security-Policy header. */
    nonce: string;
    requestId: string;
    /** Not page data for the router of a page (`/path.data`). */
    isDirect?: boolean;
    /** Reports whether the body is larger than its kind of request may be; it is known at once or while it is read. */
    isBodyTooLarge: () => boolean;
    /** Called once the client no longer reads the response; the request's own signal is lost once it is collected. */
    onLeave: (run: () => void) => void;
  }
}

interface WebApp {
  /** Scheme, host and port users type; the only host name anything is judged by. */
  origin: string;
  sessionCookie: string;
  trustedProxies: number;
  parts: Record<string, PartCheck>;
  /** Details of `/readyz?verbose`. */
  details?: Details;
  /** Lets operators read the details from elsewhere; without one only this machine does. */
  operatorToken?: string;
  onCrossSite: RequestHandler;
  /** Shutdown of the process; if omitted, it only ends. */
  stopping?: Stopping;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** In development an error page shows what the error was. */
  mode: 'development' | 'production';
  /** Folder of the built client, or the middleware that serves it while it is being worked on. */
  client: string | RequestHandler;
}

const methods = new Set<string>(httpMethods);

/** Everything between the socket and the routes, in the order of security.md sections 3 and 5. */
export function createWebApp({
  origin,
  sessionCookie,
  trustedProxies,
  parts,
  details,
  operatorToken,
  onCrossSite,
  stopping,
  ...remix
}: WebApp): Express {
  const app = express();
  app.disable('x-powered-by');
  // One spelling of a path is one route, here as in the rules.
  app.enable('case sensitive routing').enable('strict routing');
  app.set('trust proxy', trustedProxies);
  // Pages that are built on demand have no routes yet.
  const built =
    typeof remix.build === 'function' ? null : { build: remix.build, routeOf: publicRoutes(remix.build) };
  app.use(normalizePath({ origin, routeOf: built && built.routeOf }));
  app.use(accessLog({ routeOf: routeNames(built && built.routeOf) }));
  if (stopping) app.use(stopping.rule);
  app.use(requestFrame({ origin }), securityHeaders({ origin }), cacheRule({ sessionCookie }), limitRule);
  app.use(refusePath({ origin }));
  app.get('/healthz', healthz);
  app.get(
    '/readyz',
    readyz({
      parts: stopping ? { ...parts, web: () => Promise.resolve(!stopping.isStopping()) } : parts,
      details,
      operatorToken,
    }),
  );
  app.use(apiMethods, knownMethods, packed);
  app.all(echoPath, echo);
  app.use(csrfRule({ origin, onRefused: onCrossSite }));
  if (typeof remix.client === 'string') serveClient(app, remix.client);
  else app.use(remix.client);
  app.use(bodyLimit);
  if (built) app.use(apiReads({ origin, ...built, contextOf: getLoadContext }));
  const { build, mode } = remix;
  const direct =
    typeof build === 'function' ? async () => withDirectResponses(await build()) : withDirectResponses(build);
  const pages = createRequestHandler({ build: direct, mode, getLoadContext });
  app.use((request, response, next) => void pages(request, response, next));
  app.use(lastResort);
  return app;
}

const getLoadContext = (request: express.Request, response: express.Response): AppLoadContext => ({
  nonce: response.locals.nonce,
  requestId: response.locals.requestId,
  isDirect: !request.path.endsWith('.data'),
  isBodyTooLarge: () => response.locals.isBodyTooLarge,
  onLeave(run) {
    if (response.destroyed) run();
    else response.once('close', run);
  },
});

const byProgram = /^\/(?:api\/|mcp\.data$|webhooks\/)/;

// API calls respond in their own envelope, including OPTIONS and unsupported methods. The data format of the pages' own
// script is not available for calls.
const apiMethods: RequestHandler = (request, _response, next) => {
  if (request.path.startsWith('/api/')) {
    if (!methods.has(request.method)) request.method = 'OPTIONS';
  }
  // Nothing of these is data for a page's script.
  if (byProgram.test(request.path) && request.path.endsWith('.data'))
    request.originalUrl = request.url = '/api/none';
  next();
};

const packPage = compression();
// Responses differ per call and are repetitive: the lowest compression level works as well, in a third of the time. One
// that fits into a packet gains nothing.
const compressResponse = compression({ level: 1, threshold: 1400 });
const packed: RequestHandler = (request, response, next) => {
  (request.path.startsWith('/api/') ? compressResponse : packPage)(request, response, next);
};

// Web requests cannot even be made with others, such as TRACE.
const knownMethods: RequestHandler = (request, response, next) => {
  if (methods.has(request.method)) next();
  else
    response
      .status(405)
      .set('Allow', [...methods].join(', '))
      .end();
};

function serveClient(app: Express, folder: string): void {
  app.use(
    '/assets',
    express.static(join(folder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
      redirect: false,
    }),
  );
  const files = express.static(folder, {
    maxAge: '1h',
    index: false,
    redirect: false,
    setHeaders(response, path) {
      // A browser that kept the worker would not hear of a new version.
      if (path.endsWith('/sw.js')) response.setHeader('Cache-Control', 'no-cache');
    },
  });
  // There are no files: API calls skip the search on disk.
  app.use((request, response, next) => {
    if (request.path.startsWith('/api/')) next();
    else void files(request, response, next);
  });
}
