import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import { refuseCrossSite } from '#app/http/edge/refuse-cross-site.server.ts';
import type * as edge from '#app/http/edge/web-app.server.ts';
import { sessionCookieName } from '#app/http/session/session-cookie.server.ts';
import { buildWeb } from '#dev/stack/web-build.ts';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { db } from '#server/database/db.server.ts';

export const origin = 'http://127.0.0.1:3000';

export interface TestWeb {
  /** The address it listens on, which differs from its origin. */
  address: string;
  build: ServerBuild;
  /** The folder of files that browsers load. */
  client: string;
  /** State of the dependencies for /readyz; a test changes it. */
  parts: { database: boolean; worker: boolean };
  ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** A GET with headers that fetch does not allow. */
  askAs: (ask: {
    path: string;
    host: string;
    headers: Record<string, string>;
  }) => Promise<{ status: number | undefined; location: string | undefined }>;
  stop: () => Promise<void>;
}

/** The built pages behind the whole front of the web process, on their own port. */
export async function startWeb(): Promise<TestWeb> {
  process.env['APP_ORIGIN'] = origin;
  const folder = resolve(await buildWeb({ clone: process.cwd() }));
  const built = (name: string) => import(/* @vite-ignore */ join(folder, 'server', name));
  const build = (await built('index.js')) as ServerBuild;
  // The edge and the pages share server modules, as in the web process.
  const { createWebApp } = (await built('web-app.js')) as typeof edge;
  const client = join(folder, 'client');
  const parts = { database: true, worker: true };
  const app = createWebApp({
    origin,
    sessionCookie: sessionCookieName(origin),
    trustedProxies: 1,
    parts: {
      database: () => Promise.resolve(parts.database),
      worker: () => Promise.resolve(parts.worker),
    },
    onCrossSite: refuseCrossSite,
    build,
    mode: 'production',
    client,
  });
  const server = createServer(app);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: base,
    build,
    client,
    parts,
    ask: (path, init) => fetch(base + path, { redirect: 'manual', ...init }),
    askAs: ({ path, host, headers }) =>
      new Promise((resolve, reject) => {
        const ask = request(base + path, { headers: { host, ...headers } }, (response) => {
          response.resume();
          resolve({ status: response.statusCode, location: response.headers.location });
        });
        ask.once('error', reject);
        ask.end();
      }),
    stop: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

/** The cookie of a signed-in account. */
export async function aVisitor(): Promise<{ cookie: string; userId: number }> {
  const subject = crypto.randomUUID();
  const user = await db().user.create({
    data: { issuer: 'https://id.example', subject, email: `${subject}@example.com`, emailVerified: true },
  });
  const request = { id: 'r', ip: '127.0.0.1', userAgent: 'test' };
  const { token } = await createSession({ tx: db(), userId: user.id, authenticatedAt: new Date(), request });
  return { cookie: `${sessionCookieName(origin)}=${token}`, userId: user.id };
}
