import { cpuShares } from '../cpu.ts';
import { costOfFire, readDatabase } from '../database.ts';
import { handedOverAt, makeJobs } from '../make-jobs.ts';
import { measureRounds } from '../rounds.ts';
import { say } from '../say.ts';
import { type BenchStack, startStack, type Store } from '../stack.ts';

const secondMs = 1_000;

/** Fires all jobs at the same instant, repeatedly. */
export async function burst({ jobs, rounds, store }: { jobs: number; rounds: number; store: Store }) {
  const stack = await startStack({ store });
  try {
    return await measureProduct({ stack, jobs, rounds });
  } finally {
    await stack.stop();
  }
}

async function measureProduct({ stack, jobs, rounds }: { stack: BenchStack; jobs: number; rounds: number }) {
  const periodMs = periodOf(jobs);
  const notBefore = handedOverAt(jobs);
  stack.spawnWorker({ periodMs, notBefore });
  await makeJobs({ count: jobs, targetUrl: stack.targetUrl });
  const { databaseUrl, targetUrl, running } = stack;
  const before = await readDatabase({ databaseUrl });
  say(`${rounds} rounds, ${periodMs / secondMs} s apart, after one to warm up …`);
  const [measured, cpu] = await Promise.all([
    measureRounds({
      jobs,
      rounds,
      periodMs,
      notBefore,
      targetUrl,
      path: '/bench/',
      patienceMs: periodMs / 2,
    }),
    cpuShares({ running, ms: periodMs * rounds }),
  ]);
  const after = await readDatabase({ databaseUrl });
  return { periodMs, ...measured, perFire: costOfFire({ before, after }), cpu };
}

/** Results are recorded at 150 a second and fires are armed at 50: the next instant comes once all are armed again. */
const periodOf = (jobs: number) => secondMs * Math.max(20, Math.ceil(jobs / 25));
