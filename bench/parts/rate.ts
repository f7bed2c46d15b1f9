import { setTimeout as sleep } from 'node:timers/promises';
import { cpuShares } from '../cpu.ts';
import { costOfFire, readDatabase, uncalledFires } from '../database.ts';
import { cronOfShare } from '../every-schedule.ts';
import { type Arrival, latenessOf } from '../lateness.ts';
import { handedOverAt, saveJobs, untilApplied } from '../make-jobs.ts';
import { say } from '../say.ts';
import { startStack, type Store } from '../stack.ts';
import { arrivalsSince } from '../target/ask.ts';

const periodMs = 60_000;
/** Time to wait for the call of an instant. */
const patienceMs = 10_000;
const lateMs = 500;
/** Maximum settling time: on a slow machine, the first jobs fire while others are still being applied. */
const longestSettlingMs = 600_000;

/** Fires jobs of every minute, spread evenly over it: a constant rate for some minutes. */
export async function rate({
  firesPerSecond,
  minutes,
  store,
}: {
  firesPerSecond: number;
  minutes: number;
  store: Store;
}) {
  const jobs = firesPerSecond * 60;
  const stack = await startStack({ store });
  try {
    const { targetUrl, databaseUrl, running } = stack;
    const notBefore = handedOverAt(jobs);
    await saveJobs({ count: jobs, targetUrl, cronOf: (index) => cronOfShare(index / jobs) });
    // The worker chooses its size by the number of jobs at its start.
    stack.spawnWorker({ periodMs, notBefore });
    await untilApplied();
    await sleep(Math.max(notBefore - Date.now(), 0));
    say('Not counted: until the hand-over is caught up with, and a minute …');
    const settledAfterSeconds = await settle({ targetUrl, firesPerSecond });
    await sleep(periodMs);
    const before = await readDatabase({ databaseUrl });
    const from = Date.now();
    const cpu = await cpuShares({ running, ms: minutes * periodMs });
    const until = from + minutes * periodMs;
    const after = await readDatabase({ databaseUrl });
    await sleep(patienceMs);
    const all = await arrivalsSince({ targetUrl, path: '/bench/', since: from });
    const figures = figuresOf({ arrivals: all, until, expected: jobs * minutes });
    const uncalled = await uncalledFires({ databaseUrl, from, until });
    say(JSON.stringify({ firesPerSecond, settledAfterSeconds, ...figures, uncalled, cpu }));
    return {
      firesPerSecond,
      store,
      minutes,
      settledAfterSeconds,
      ...figures,
      uncalled,
      perFire: costOfFire({ before, after }),
      cpu,
    };
  } finally {
    await stack.stop();
  }
}

/**
 * Waits until every job's call of a whole period has arrived in time.
 * @returns seconds until then; null if that did not happen
 */
async function settle({ targetUrl, firesPerSecond }: { targetUrl: string; firesPerSecond: number }) {
  const begun = Date.now();
  while (Date.now() - begun < longestSettlingMs) {
    const since = Date.now();
    await sleep(periodMs + lateMs);
    const arrivals = await arrivalsSince({ targetUrl, path: '/bench/', since });
    const due = arrivals.filter(({ scheduledFor }) => scheduledFor < since + periodMs);
    const isInTime = (latenessOf(due).p99Ms ?? Infinity) < lateMs;
    if (isInTime && due.length >= 0.99 * firesPerSecond * (periodMs / 1000))
      return Math.round((Date.now() - begun) / 1000);
  }
  return null;
}

/** Counts one instant a minute for each job, wherever the minute starts. */
function figuresOf({ arrivals, until, expected }: { arrivals: Arrival[]; until: number; expected: number }) {
  const own = arrivals.filter(({ scheduledFor }) => scheduledFor < until);
  const fires = new Set(own.map(({ path, scheduledFor }) => `${path} ${scheduledFor}`));
  return {
    ...latenessOf(own),
    lastMinute: latenessOf(own.filter(({ scheduledFor }) => scheduledFor >= until - periodMs)),
    expected,
    arrived: fires.size,
    missed: expected - fires.size,
    twice: own.length - fires.size,
  };
}
