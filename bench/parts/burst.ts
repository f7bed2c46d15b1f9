import { cpuShares } from '../cpu.ts';
import { costOfFire, readDatabase } from '../database.ts';
import { burstPeriodMs, handedOverAt, makeJobs } from '../make-jobs.ts';
import { measureRounds, warmUpRounds } from '../rounds.ts';
import { say } from '../say.ts';
import { type BenchStack, startStack, type Store } from '../stack.ts';

const secondMs = 1_000;

interface Burst {
  jobs: number;
  rounds: number;
  handOverMs: number;
}

/** Fires all jobs at the same instant, repeatedly. */
export async function burst({ store, ...order }: Burst & { store: Store }) {
  const stack = await startStack({ store });
  try {
    return await measureProduct({ stack, ...order });
  } finally {
    await stack.stop();
  }
}

async function measureProduct({ stack, jobs, rounds, handOverMs }: Burst & { stack: BenchStack }) {
  const periodMs = burstPeriodMs(jobs);
  const notBefore = handedOverAt({ jobs, handOverMs });
  stack.spawnWorker({ periodMs, notBefore });
  await makeJobs({ count: jobs, targetUrl: stack.targetUrl });
  const { databaseUrl, targetUrl, running } = stack;
  const before = await readDatabase({ databaseUrl });
  say(`${rounds} rounds, ${periodMs / secondMs} s apart, after ${warmUpRounds} to warm up …`);
  const [measured, cpu] = await Promise.all([
    measureRounds({
      jobs,
      rounds,
      periodMs,
      notBefore,
      targetUrl,
      path: '/bench/',
      patienceMs: periodMs / 2,
      // Each job reports its first outcome to Temporal.
      restMs: jobs * handOverMs,
    }),
    cpuShares({ running, ms: periodMs * (warmUpRounds - 1 + rounds) + jobs * handOverMs }),
  ]);
  const after = await readDatabase({ databaseUrl });
  return { periodMs, ...measured, perFire: costOfFire({ before, after }), cpu };
}
