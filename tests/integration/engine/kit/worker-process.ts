import { startWorker } from '#worker/start-worker.ts';
import { installRuntime } from '#worker/telemetry.ts';
import { fastSchedule } from './fast-schedule.ts';

// A worker in a separate process, for a test to kill.

installRuntime();
const { BUNDLE: bundle = '' } = process.env;
const worker = await startWorker({ schedule: fastSchedule, bundle });
process.on('SIGTERM', () => void worker.stop());
console.log('ready');
await worker.ended;
process.exit();
