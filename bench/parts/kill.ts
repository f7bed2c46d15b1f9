import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { uncalledFires } from '../database.ts';
import { assessRound, type Round } from '../lateness.ts';
import { makeJobs } from '../make-jobs.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';
import { arrivalsSince } from '../target/ask.ts';

const periodMs = 60_000;
/** Time between the worker's end and the instant of the fires it holds; another worker starts at once. */
const beforeMs = 2_000;
const patienceMs = 45_000;

/** Kills the worker (kill -9) while it holds the fires of all jobs. */
export async function kill({ jobs, rounds }: { jobs: number; rounds: number }) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const { targetUrl, databaseUrl } = stack;
    let worker = stack.spawnWorker({ periodMs });
    await makeJobs({ count: jobs, targetUrl });
    const each: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // A whole minute between two rounds arms all jobs again.
      const instant = (Math.floor(Date.now() / periodMs) + 2) * periodMs;
      await sleep(instant - beforeMs - Date.now());
      process.kill(worker.pid, 'SIGKILL');
      await worker.ended;
      worker = stack.spawnWorker({ periodMs });
      await sleep(instant + patienceMs - Date.now());
      const arrivals = await arrivalsSince({ targetUrl, path: '/bench/', since: instant });
      each.push(assessRound({ instant, arrivals, jobs }));
      say(JSON.stringify(each.at(-1)));
    }
    const worst = Math.max(...each.map(({ maxMs }) => maxMs ?? Infinity));
    const twice = each.reduce((total, round) => total + round.twice, 0);
    const missed = each.reduce((total, round) => total + round.missed, 0);
    const instants = each.map(({ instant }) => Date.parse(instant));
    const lost = each.length * jobs - (await rowsOf({ databaseUrl, instants }));
    const uncalled = await Promise.all(
      instants.map((instant) => uncalledFires({ databaseUrl, from: instant, until: instant + 1 })),
    );
    if (missed > 0) say(`Not called, by the ledger: ${JSON.stringify(uncalled)}`);
    return { jobs, worstMs: worst, twice, missed, lost, uncalled, each };
  } finally {
    await stack.stop();
  }
}

/** Number of fires of these instants in the ledger. */
async function rowsOf({ databaseUrl, instants }: { databaseUrl: string; instants: number[] }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ rows: string }>(
      'select count(*) as "rows" from "Execution" where "scheduledFor" = any($1::timestamptz[])',
      [instants.map((instant) => new Date(instant))],
    );
    return Number(rows[0]?.rows);
  } finally {
    await client.end();
  }
}
