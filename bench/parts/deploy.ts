import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '#dev/parts/part.ts';
import { say } from '../say.ts';
import { type BenchStack, startStack } from '../stack.ts';
import { measureFires, type RoundsOrder, startSteady, type Steady, summarizeFires } from '../steady.ts';
import { shutdownMs, stopGracefully } from '../stop-worker.ts';

const minuteMs = 60_000;
/** Time that a replacement gets before the next worker is stopped. */
const readyMs = 30_000;

/** Replaces two workers one after the other, while they fire minutely jobs spread evenly over the minute. */
export async function deploy({ jobs, rounds, handOverMs }: RoundsOrder) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const steady = { jobs, periodMs: minuteMs };
    const workers = [1, 2].map((number) => ({ name: `worker-${number}`, shutdownMs }));
    const { running, spawn, settledAfterSeconds } = await startSteady({ stack, steady, handOverMs, workers });
    let started = workers.length;
    const replace = () => spawn({ name: `worker-${(started += 1)}`, shutdownMs });
    const each: DeployRound[] = [];
    for (let round = 0; round < rounds; round += 1) {
      each.push(await deployOnce({ stack, steady, running, replace }));
      say(JSON.stringify(each.at(-1)));
    }
    return { jobs, firesPerSecond: jobs / 60, settledAfterSeconds, ...summarizeFires(each), each };
  } finally {
    await stack.stop();
  }
}

type DeployRound = Awaited<ReturnType<typeof deployOnce>>;

/**
 * Replaces each running worker, and measures until a minute after the last start.
 * @param running replaced in place
 */
async function deployOnce({
  stack,
  steady,
  running,
  replace,
}: {
  stack: BenchStack;
  steady: Steady;
  running: Running[];
  replace: () => Running;
}) {
  const from = Date.now();
  const stops: { ms: number; end: string }[] = [];
  for (const [index, worker] of running.entries()) {
    stops.push(await stopGracefully(worker));
    say(`A worker has stopped: ${JSON.stringify(stops.at(-1))}`);
    running[index] = replace();
    await sleep(readyMs);
  }
  const until = Date.now() + minuteMs - readyMs;
  const { arrivals: _, ...figures } = await measureFires({ stack, steady, from, until, waitMs: readyMs });
  return { seconds: Math.round((until - from) / 1_000), stops, ...figures };
}
