import type { Running } from '#dev/parts/part.ts';
import { claimsByWorker } from '../database.ts';
import { say } from '../say.ts';
import { type BenchStack, startStack } from '../stack.ts';
import {
  measureFires,
  type RoundsOrder,
  settleAgain,
  startSteady,
  type Steady,
  summarizeFires,
} from '../steady.ts';

const minuteMs = 60_000;
/** Fires this long before the kill may still wait in the worker. */
const beforeMs = 1_000;
/** Time to wait for the last call. */
const waitMs = 60_000;

/** Kills one of two workers (kill -9) that share minutely jobs, spread evenly over the minute. */
export async function takeover({ jobs, rounds, handOverMs }: RoundsOrder) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const { targetUrl } = stack;
    const steady = { jobs, periodMs: minuteMs };
    const workers = [{ name: 'worker-1' }, { name: 'worker-2' }];
    const { running, spawn, settledAfterSeconds } = await startSteady({ stack, steady, handOverMs, workers });
    const each: KilledRound[] = [];
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) {
        running.push(spawn({ name: `worker-${round + 2}` }));
        say('Not counted: until the new worker has its share …');
        // Two whole minutes at least.
        for (let settled = 0; settled < 2; settled += 1) await settleAgain({ targetUrl, steady });
      }
      // The older of the two.
      const killed = running.shift();
      if (killed) each.push(await killOne({ stack, steady, killed }));
      say(JSON.stringify(each.at(-1)));
    }
    return { jobs, settledAfterSeconds, ...summarizeFires(each), each };
  } finally {
    await stack.stop();
  }
}

type KilledRound = Awaited<ReturnType<typeof killOne>>;

/** Kills a worker, and measures the fires of the next minute. */
async function killOne({ stack, steady, killed }: { stack: BenchStack; steady: Steady; killed: Running }) {
  const { databaseUrl } = stack;
  const at = Date.now();
  const lastMinute = { from: at - minuteMs, until: at };
  const claims = await claimsByWorker({ databaseUrl, ...lastMinute, stepMs: minuteMs });
  const killedAt = Date.now();
  process.kill(killed.pid, 'SIGKILL');
  await killed.ended;
  const { arrivals: _, ...figures } = await measureFires({
    ...{ stack, steady, waitMs },
    from: killedAt - beforeMs,
    until: killedAt + minuteMs,
  });
  return { claimsBefore: Object.values(claims).flat(), ...figures };
}
