import { balanceOf } from '../balance.ts';
import { claimsByWorker } from '../database.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';
import { measureFires, startSteady } from '../steady.ts';

const minuteMs = 60_000;
const stepMs = 10_000;
const watchedMs = 3 * minuteMs;
/** By then, the jobs should be shared evenly. */
const dueMs = 2 * minuteMs;

/** Starts a second worker beside one that fires minutely jobs, spread evenly over the minute. */
export async function join({ jobs, handOverMs }: { jobs: number; handOverMs: number }) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const { databaseUrl } = stack;
    const steady = { jobs, periodMs: minuteMs };
    const { spawn, settledAfterSeconds } = await startSteady({
      ...{ stack, steady, handOverMs },
      workers: [{ name: 'worker-1' }],
    });
    const from = Date.now();
    spawn({ name: 'worker-2' });
    const until = from + watchedMs;
    const { arrivals: _, ...figures } = await measureFires({ stack, steady, from, until });
    const claims = Object.values(await claimsByWorker({ databaseUrl, from, until, stepMs }));
    const result = {
      ...{ jobs, settledAfterSeconds, stepMs },
      ...balanceOf({ claims, stepMs, dueMs }),
      ...figures,
      claims,
    };
    say(JSON.stringify(result));
    return result;
  } finally {
    await stack.stop();
  }
}
