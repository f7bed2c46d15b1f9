import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase, getPool } from '#server/database/db.server.ts';
import { closeTemporalClient } from '#server/engine/temporal-client.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { measureLoop } from '#server/metrics/loop-lag.server.ts';
import { measureDatabase } from '#server/metrics/measure-database.server.ts';
import { serveMetrics } from '#server/metrics/serve-metrics.server.ts';
import { missingDataKeys, missingKeysText } from '#server/sealing/missing-data-keys.server.ts';
import { agreeOnZones } from '#server/zones/agree-on-zones.server.ts';
import { followZones } from '#server/zones/follow-zones.server.ts';
import { loadZones } from '#server/zones/load-zones.server.ts';
import { createPageUpdates } from '#worker/background/page-updates.ts';
import { createMaintenanceSchedules } from '#worker/background/schedules.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';
import { installRuntime } from './telemetry.ts';

// The worker process: executes jobs until SIGTERM or SIGINT.

const againMs = 2_000;
const closeLimitMs = 1_000;
const connections = 20;
const statementMs = 10_000;

getPool({ size: connections, statementMs });
installRuntime();
measureDatabase();
measureLoop();
serveMetrics();

loadZones();
const pageUpdates = createPageUpdates();
let running: RunningWorker | undefined;
let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    isStopping = true;
    void running?.stop();
  });
}
const mayStart = () => !isStopping;

while (mayStart()) {
  try {
    const missing = await missingDataKeys();
    if (missing.length > 0) {
      log().fatal(missingKeysText(missing));
      process.exit(1);
    }
    // Before its first plan: jobs of an older release's rules are planned again in the background.
    await agreeOnZones();
    running = await startWorker({ onJobUpdated: pageUpdates.moved });
    break;
  } catch (error) {
    log().warn(errorFields(error), 'the worker cannot start yet');
    await sleep(againMs);
  }
}
if (running) {
  log().info('the worker is ready');
  const schedules = createMaintenanceSchedules();
  const zones = followZones({ isPlanning: true });
  if (!mayStart()) running.stop().catch(() => {});
  try {
    await running.ended;
  } catch (error) {
    log().error(errorFields(error), 'the worker ended');
    process.exitCode = 1;
  }
  zones.close();
  schedules.close();
  pageUpdates.close();
}
// The end of the process closes anything left.
setTimeout(() => process.exit(), closeLimitMs);
await Promise.allSettled([closeTemporalClient(), closeDatabase()]);
process.exit();
