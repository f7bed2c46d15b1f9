import { setTimeout as sleep } from 'node:timers/promises';
import { cpuShares } from '../cpu.ts';
import { readDatabase } from '../database.ts';
import { makeJobs } from '../make-jobs.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';

const settleMs = 90_000;

/** Measures the cost of active jobs far from due. */
export async function idle({ jobs, minutes }: { jobs: number; minutes: number }) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const { targetUrl, databaseUrl, running } = stack;
    stack.spawnWorker();
    await sleep(5_000);
    const empty = await cpuShares({ running, ms: 30_000 });
    const before = await readDatabase({ databaseUrl });
    const month = ((new Date().getUTCMonth() + 6) % 12) + 1;
    await makeJobs({ count: jobs, targetUrl, cronOf: (index) => `${index % 60} 5 1 ${month} *` });
    say('They settle …');
    await sleep(settleMs);
    const cpu = await cpuShares({ running, ms: minutes * 60_000 });
    const after = await readDatabase({ databaseUrl });
    const result = {
      jobs,
      cpu,
      cpuInAll: inAll(cpu),
      cpuWithoutJobs: empty,
      cpuWithoutJobsInAll: inAll(empty),
      bytesPerJob: Math.round((after.databaseBytes - before.databaseBytes) / jobs),
    };
    say(JSON.stringify(result));
    return result;
  } finally {
    await stack.stop();
  }
}

/** Sums the product's share: the target belongs to the bench. */
const inAll = ({ target: _, ...shares }: Record<string, number>) =>
  Math.round(Object.values(shares).reduce((total, share) => total + share, 0) * 100) / 100;
