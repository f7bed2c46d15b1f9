import { setTimeout as sleep } from 'node:timers/promises';
import { cpuShares, inAll } from '../cpu.ts';
import { readDatabase } from '../database.ts';
import type { IdlePeriod } from '../idle-periods.ts';
import { hourlyCron, makeJobs } from '../make-jobs.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';
import { arrivalsSince } from '../target/ask.ts';

const settleMs = 90_000;

/** Measures the cost of active jobs between two fires: daily ones half a day away, or hourly ones. */
export async function idle({ jobs, period, minutes }: { jobs: number; period: IdlePeriod; minutes: number }) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const { targetUrl, databaseUrl, running } = stack;
    stack.spawnWorker();
    await sleep(5_000);
    const empty = await cpuShares({ running, ms: 30_000 });
    const before = await readDatabase({ databaseUrl });
    const cron = period === 'hour' ? hourlyCron() : null;
    const hour = (new Date().getUTCHours() + 12) % 24;
    await makeJobs({ count: jobs, targetUrl, cronOf: (index) => cron ?? `${index % 60} ${hour} * * *` });
    say('They settle …');
    await sleep(settleMs);
    const from = Date.now();
    const cpu = await cpuShares({ running, ms: minutes * 60_000 });
    const after = await readDatabase({ databaseUrl });
    const fired = (await arrivalsSince({ targetUrl, path: '/bench/', since: from })).length;
    const result = {
      jobs,
      period,
      cpu,
      cpuInAll: inAll(cpu),
      cpuWithoutJobs: empty,
      cpuWithoutJobsInAll: inAll(empty),
      bytesPerJob: Math.round((after.databaseBytes - before.databaseBytes) / jobs),
      // Above 0, the jobs took so long to be handed over that they were due meanwhile.
      fired,
    };
    say(JSON.stringify(result));
    return result;
  } finally {
    await stack.stop();
  }
}
