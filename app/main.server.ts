import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { refuseCrossSite } from '#app/http/edge/refuse-cross-site.server.ts';
import { createStopping } from '#app/http/edge/stopping.server.ts';
import { createWebApp } from '#app/http/edge/web-app.server.ts';
import { sessionCookieName } from '#app/http/session/session-cookie.server.ts';
import { closeDatabase, db } from '#server/database/db.server.ts';
import { engineHealth } from '#server/engine/engine-health.server.ts';
import { env } from '#server/env.server.ts';
import { endFollowing } from '#server/live/follow-jobs.server.ts';
import { log } from '#server/log.server.ts';
import { listMaintenanceTasks } from '#server/maintenance/list-maintenance-tasks.server.ts';
import { measureLoop } from '#server/metrics/loop-lag.server.ts';
import { serveMetrics } from '#server/metrics/serve-metrics.server.ts';
import { missingDataKeys, missingKeysText } from '#server/sealing/missing-data-keys.server.ts';
import { followZones } from '#server/zones/follow-zones.server.ts';
import { loadZones } from '#server/zones/load-zones.server.ts';
import { readZoneStatus } from '#server/zones/zone-status.server.ts';

// Starts the web process. PUNCTUAL_WATCH=1 builds each page on request, with hot reload.

const keysAgainMs = 1_000;

process.on('uncaughtException', (error) => {
  log().fatal({ err: error }, 'the web process ends');
  process.exit(1);
});

loadZones();
followZones({ isPlanning: false });
await requireDataKeys();
const { APP_ORIGIN, HOST, PORT, TRUSTED_PROXY_COUNT, PUNCTUAL_WATCH } = env();
const server = createServer();
const stopping = createStopping({
  server,
  noticeMs: env().SHUTDOWN_NOTICE_SECONDS * 1000,
  graceMs: env().SHUTDOWN_GRACE_SECONDS * 1000,
});
serveMetrics();
const app = createWebApp({
  origin: new URL(APP_ORIGIN).origin,
  sessionCookie: sessionCookieName(APP_ORIGIN),
  trustedProxies: TRUSTED_PROXY_COUNT,
  parts: {
    database: async () => (await db().$executeRaw`select 1`) >= 0,
    temporal: async () => (await engineHealth()).temporal,
    worker: async () => (await engineHealth()).worker,
  },
  details: async () => ({ timeZones: await readZoneStatus(), maintenance: await listMaintenanceTasks() }),
  operatorToken: env().OPERATOR_TOKEN,
  onCrossSite: refuseCrossSite,
  stopping,
  ...(PUNCTUAL_WATCH ? await watchedPages() : await builtPages()),
});
server.on('request', app);
server.listen(PORT, HOST, () => {
  // From now on: nobody waits for the event loop while the pages are loaded.
  measureLoop();
  log().info({ origin: APP_ORIGIN, port: PORT }, 'web is ready');
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void shutDown(signal);
  });
}

/**
 * Exits if data keys are missing. Without a database nothing can be sealed either: pages report that, and the
 * check is repeated.
 */
async function requireDataKeys(): Promise<void> {
  try {
    const missing = await missingDataKeys();
    if (missing.length === 0) return;
    log().fatal(missingKeysText(missing));
    process.exit(1);
  } catch {
    setTimeout(() => void requireDataKeys(), keysAgainMs);
  }
}

async function builtPages() {
  const build = (await import('virtual:remix/server-build')) as ServerBuild;
  // This module is built into the sibling folder.
  const client = fileURLToPath(new URL('../client', import.meta.url));
  return { build, client, mode: 'production' as const };
}

async function watchedPages() {
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } });
  const build = async () => (await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild;
  return { build, client: vite.middlewares, mode: 'development' as const };
}

async function shutDown(signal: string): Promise<void> {
  log().info({ signal }, 'web is stopping');
  await endFollowing();
  await stopping.stop();
  await closeDatabase();
  process.exit(0);
}
