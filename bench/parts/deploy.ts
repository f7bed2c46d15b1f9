import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '#dev/parts/part.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';
import { measureFires, startSteady } from '../steady.ts';

const minuteMs = 60_000;
/** SHUTDOWN_GRACE_SECONDS of the product, unless set. */
const shutdownMs = 30_000;
/** A worker that takes longer to stop is killed. */
const stopLimitMs = shutdownMs + 30_000;
/** Time that a replacement gets before the next worker is stopped. */
const readyMs = 30_000;

/** Replaces two workers one after the other, while they fire minutely jobs spread evenly over the minute. */
export async function deploy({ jobs, handOverMs }: { jobs: number; handOverMs: number }) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const steady = { jobs, periodMs: minuteMs };
    const workers = [1, 2].map((number) => ({ name: `worker-${number}`, shutdownMs }));
    const { running, spawn, settledAfterSeconds } = await startSteady({ stack, steady, handOverMs, workers });
    const from = Date.now();
    const stops = [];
    for (const [index, worker] of running.entries()) {
      stops.push(await stopGracefully(worker));
      say(`A worker has stopped: ${JSON.stringify(stops.at(-1))}`);
      spawn({ name: `worker-${index + 3}`, shutdownMs });
      await sleep(readyMs);
    }
    const until = Date.now() + minuteMs - readyMs;
    const { arrivals: _, ...figures } = await measureFires({ stack, steady, from, until, waitMs: readyMs });
    const result = {
      ...{ jobs, firesPerSecond: jobs / 60, settledAfterSeconds },
      ...{ seconds: Math.round((until - from) / 1_000), stops },
      ...figures,
    };
    say(JSON.stringify(result));
    return result;
  } finally {
    await stack.stop();
  }
}

/** Sends SIGTERM and waits for the end. */
async function stopGracefully(worker: Running): Promise<{ ms: number; end: string }> {
  const startedAt = Date.now();
  process.kill(worker.pid, 'SIGTERM');
  await Promise.race([worker.ended, sleep(stopLimitMs)]);
  await worker.stop();
  return { ms: Date.now() - startedAt, end: await worker.ended };
}
