import { setTimeout as sleep } from 'node:timers/promises';
import { countFires, uncalledFires } from '../database.ts';
import { assessRound, type Round, summarize } from '../lateness.ts';
import { burstPeriodMs, handedOverAt, makeJobs } from '../make-jobs.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';
import type { RoundsOrder } from '../steady.ts';
import { arrivalsSince } from '../target/ask.ts';

const minuteMs = 60_000;
/** Time between the worker's end and the instant of the fires it holds; another worker starts at once. */
const beforeMs = 2_000;
const shortestPatienceMs = 45_000;

/** Kills the only worker (kill -9) while it holds the fires of all jobs. */
export async function kill({ jobs, rounds, handOverMs }: RoundsOrder) {
  const periodMs = Math.max(minuteMs, burstPeriodMs(jobs));
  const patienceMs = Math.max(shortestPatienceMs, periodMs / 2);
  const stack = await startStack({ store: 'sqlite' });
  try {
    const { targetUrl, databaseUrl } = stack;
    const notBefore = handedOverAt({ jobs, handOverMs });
    let worker = stack.spawnWorker({ periodMs, notBefore });
    await makeJobs({ count: jobs, targetUrl });
    const each: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // A whole period between two rounds arms all jobs again.
      const instant = (Math.floor(Math.max(Date.now(), notBefore) / periodMs) + 2) * periodMs;
      await sleep(instant - beforeMs - Date.now());
      process.kill(worker.pid, 'SIGKILL');
      await worker.ended;
      worker = stack.spawnWorker({ periodMs, notBefore });
      await sleep(instant + patienceMs - Date.now());
      const arrivals = await arrivalsSince({ targetUrl, path: '/bench/', since: instant });
      each.push(assessRound({ instant, arrivals, jobs }));
      say(JSON.stringify(each.at(-1)));
    }
    const instants = each.map(({ instant }) => ({
      ...{ databaseUrl, from: Date.parse(instant), until: Date.parse(instant) + 1 },
    }));
    const rows = await Promise.all(instants.map(countFires));
    const lost = each.length * jobs - rows.reduce((total, count) => total + count, 0);
    const uncalled = await Promise.all(instants.map(uncalledFires));
    const summary = summarize(each);
    if (summary.missed > 0) say(`Not called, by the ledger: ${JSON.stringify(uncalled)}`);
    return { jobs, ...summary, lost, uncalled, each };
  } finally {
    await stack.stop();
  }
}
