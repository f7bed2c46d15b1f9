import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { installRuntime } from '#worker/telemetry.ts';
import { makeActivities } from './activities.ts';
import { taskQueue } from './task-queue.ts';

// A plain Temporal worker with a slot for every call, for the comparison with Schedules.

installRuntime();
const { TEMPORAL_ADDRESS: address = '' } = process.env;
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({
  connection,
  taskQueue,
  workflowsPath: fileURLToPath(new URL('workflow.ts', import.meta.url)),
  activities: makeActivities(),
  maxConcurrentActivityTaskExecutions: 12_000,
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
});
process.on('SIGTERM', () => worker.shutdown());
await worker.run();
process.exit();
