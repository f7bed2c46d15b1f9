import { Queue } from 'bullmq';
import type { Peer } from '../peer.ts';
import { queueName } from './queue-name.ts';
import { missingRedis, startRedis } from './redis.ts';

const chunk = 1_000;
const redis = 'Redis with an append-only file synced each second, one worker process of 256 at once';

/** Repeats jobs as BullMQ does: one scheduler per job, which creates the next job when this one starts. */
export const bullmqSchedulers: Peer = {
  name: 'BullMQ, a job scheduler per job',
  setting: redis,
  missing: missingRedis,
  periodMs: () => 30_000,
  start: (field) => start({ ...field, isRepeating: true }),
};

/** Without repetition: adds the jobs of an instant seconds before it. */
export const bullmqDelayed: Peer = {
  name: 'BullMQ, delayed jobs added before each instant',
  setting: `${redis}; nothing repeats: the bench adds the jobs of each instant, uncounted`,
  missing: missingRedis,
  periodMs: () => 30_000,
  start: (field) => start({ ...field, isRepeating: false }),
};

async function start({
  stack,
  jobs,
  periodMs,
  isRepeating,
}: Parameters<Peer['start']>[0] & { isRepeating: boolean }) {
  const name = isRepeating ? 'bullmq-schedulers' : 'bullmq-delayed';
  const redis = await startRedis({ stack, name });
  const connection = { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null };
  const queue = new Queue<{ url: string; instant?: number }>(queueName, { connection });
  const path = `/${name}/`;
  const urls = Array.from({ length: jobs }, (_, index) => `${stack.targetUrl}${path}job-${index}`);
  const inChunks = async (each: (urls: string[]) => Promise<unknown>) => {
    for (let from = 0; from < urls.length; from += chunk) await each(urls.slice(from, from + chunk));
  };
  if (isRepeating) {
    const pattern = `*/${periodMs / 1000} * * * * *`;
    await inChunks((some) =>
      Promise.all(some.map((url) => queue.upsertJobScheduler(url, { pattern }, { name, data: { url } }))),
    );
  }
  const worker = stack.spawnNode({
    name,
    script: 'bench/peers/bullmq/worker.ts',
    env: { REDIS_PORT: String(redis.port) },
  });
  return {
    path,
    ...(!isRepeating && {
      prepare: (instant: number) =>
        inChunks((some) =>
          queue.addBulk(
            some.map((url) => ({ name, data: { url, instant }, opts: { delay: instant - Date.now() } })),
          ),
        ),
    }),
    stop: async () => {
      await worker.stop();
      await queue.close();
      await redis.stop();
    },
  };
}
