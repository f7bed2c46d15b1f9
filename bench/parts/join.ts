import { balanceOf } from '../balance.ts';
import { claimsByWorker } from '../database.ts';
import { median } from '../lateness.ts';
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
import { shutdownMs, stopGracefully } from '../stop-worker.ts';

const minuteMs = 60_000;
const stepMs = 10_000;
const watchedMs = 3 * minuteMs;
/** By then, the jobs should be shared evenly. */
const dueMs = 2 * minuteMs;

/** Starts a second worker beside one that fires minutely jobs, spread evenly over the minute. */
export async function join({ jobs, rounds, handOverMs }: RoundsOrder) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const { targetUrl } = stack;
    const steady = { jobs, periodMs: minuteMs };
    const { spawn, settledAfterSeconds } = await startSteady({
      ...{ stack, steady, handOverMs },
      workers: [{ name: 'worker-1' }],
    });
    const each: JoinRound[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const second = spawn({ name: `worker-${round + 2}`, shutdownMs });
      each.push(await measureJoin({ stack, steady }));
      say(JSON.stringify(each.at(-1)));
      if (round === rounds - 1) break;
      say('Not counted: until the first worker has all jobs again …');
      await stopGracefully(second);
      await settleAgain({ targetUrl, steady });
    }
    // Shorter than the rounds if one of them did not become even.
    const balancedAfter = each.flatMap(({ balancedAfterSeconds }) => balancedAfterSeconds ?? []);
    return {
      ...{ jobs, settledAfterSeconds, stepMs },
      imbalancePercent: median(each.map(({ imbalancePercent }) => imbalancePercent)),
      worstImbalancePercent: Math.max(...each.map(({ imbalancePercent }) => imbalancePercent)),
      balancedAfterSeconds: balancedAfter.length === rounds ? median(balancedAfter) : null,
      ...summarizeFires(each),
      each,
    };
  } finally {
    await stack.stop();
  }
}

type JoinRound = Awaited<ReturnType<typeof measureJoin>>;

/** Measures the fires from now on, and which worker claims them. */
async function measureJoin({ stack, steady }: { stack: BenchStack; steady: Steady }) {
  const from = Date.now();
  const until = from + watchedMs;
  const { arrivals: _, ...figures } = await measureFires({ stack, steady, from, until });
  const { databaseUrl } = stack;
  const claims = Object.values(await claimsByWorker({ databaseUrl, from, until, stepMs }));
  return { ...balanceOf({ claims, stepMs, dueMs }), ...figures, claims };
}
