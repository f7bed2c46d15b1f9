import { getPool } from '#server/database/db.server.ts';
import { startWorker } from '#worker/start-worker.ts';
import { installRuntime } from '#worker/telemetry.ts';
import { everySchedule } from './every-schedule.ts';

// Runs the product's worker with other instants: all jobs fire every PERIOD_MS, from NOT_BEFORE on; without
// PERIOD_MS, by their cron.

getPool({ size: 20, statementMs: 10_000 });
installRuntime();
const {
  PERIOD_MS: period,
  NOT_BEFORE: notBefore = '0',
  BUNDLE: bundle = '',
  SHUTDOWN_MS: shutdownMs,
} = process.env;
const worker = await startWorker({
  ...(period && {
    schedule: everySchedule({ periodMs: Number(period), notBefore: Number(notBefore) }),
  }),
  bundle,
  shutdownMs: Number(shutdownMs),
});
process.on('SIGTERM', () => void worker.stop());
await worker.ended;
process.exit();
