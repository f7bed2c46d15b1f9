import { Worker } from 'bullmq';
import { call } from '../call.ts';
import { queueName } from './queue-name.ts';

// A BullMQ worker: the job contains the URL and the instant at which its delay ends.

const worker = new Worker<{ url: string; instant?: number }>(
  queueName,
  ({ data, timestamp, opts }) =>
    call({ url: data.url, instant: data.instant ?? opts.prevMillis ?? timestamp + (opts.delay ?? 0) }),
  {
    connection: { host: '127.0.0.1', port: Number(process.env.REDIS_PORT), maxRetriesPerRequest: null },
    concurrency: 256,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 1_000 },
  },
);
worker.on('error', (error) => console.error(error.message));
process.on('SIGTERM', () => process.exit());
