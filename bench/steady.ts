import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '#dev/parts/part.ts';
import { countFires, uncalledFires } from './database.ts';
import { cronOfShare, everySchedule } from './every-schedule.ts';
import { type Arrival, type Lateness, latenessOf, summarize, type Summary } from './lateness.ts';
import { handedOverAt, saveJobs, untilApplied } from './make-jobs.ts';
import { say } from './say.ts';
import type { BenchStack, BenchWorker } from './stack.ts';
import { arrivalsSince } from './target/ask.ts';

const minuteMs = 60_000;
const lateMs = 500;
/** Maximum settling time: on a slow machine, the first jobs fire while others are still being applied. */
const longestSettlingMs = 600_000;
/** Fires with a call after this long count as missed. */
const patienceMs = 10_000;

/** Jobs spread evenly over their period: a constant rate. */
export interface Steady {
  jobs: number;
  periodMs: number;
}

/** Rounds with the same jobs. Before the first one, the engine gets `handOverMs` for each job. */
export interface RoundsOrder {
  jobs: number;
  rounds: number;
  handOverMs: number;
}

export interface SteadyFires extends Lateness {
  expected: number;
  arrived: number;
  /** Fires without a call. */
  missed: number;
  /** Calls beyond the first of a fire. */
  twice: number;
}

/**
 * Saves jobs, starts workers for them, and waits until the calls of a whole period arrive in time, and for another
 * minute.
 * @param workers settings of each worker to start
 * @returns the workers, what starts another one of that name, and `settledAfterSeconds`: null if they were never in
 * time
 */
export async function startSteady({
  stack,
  steady: { jobs, periodMs },
  handOverMs,
  workers,
}: {
  stack: BenchStack;
  steady: Steady;
  handOverMs: number;
  workers: Pick<BenchWorker, 'name' | 'shutdownMs'>[];
}): Promise<{
  running: Running[];
  spawn: (worker: Pick<BenchWorker, 'name' | 'shutdownMs'>) => Running;
  settledAfterSeconds: number | null;
}> {
  const { targetUrl } = stack;
  const notBefore = handedOverAt({ jobs, handOverMs });
  await saveJobs({ count: jobs, targetUrl, cronOf: (index) => cronOfShare(index / jobs) });
  const spawn = (worker: Pick<BenchWorker, 'name' | 'shutdownMs'>) =>
    stack.spawnWorker({ ...worker, periodMs, notBefore });
  // A worker chooses its size by the number of jobs at its start.
  const running = workers.map(spawn);
  await untilApplied();
  await sleep(Math.max(notBefore - Date.now(), 0));
  say('Not counted: until the hand-over is caught up with, and the first outcomes are reported …');
  const settledAfterSeconds = await settle({ targetUrl, steady: { jobs, periodMs } });
  // Each job reports its first outcome to Temporal.
  await sleep(Math.max(jobs * handOverMs, minuteMs));
  return { running, spawn, settledAfterSeconds };
}

/**
 * Waits until the calls of a whole period arrive in time.
 * @returns seconds until then; null if that did not happen within ten minutes or two periods
 */
async function settle({ targetUrl, steady }: { targetUrl: string; steady: Steady }) {
  const windowMs = Math.max(steady.periodMs, minuteMs);
  const begun = Date.now();
  while (Date.now() - begun < Math.max(longestSettlingMs, 2 * windowMs)) {
    const since = Date.now();
    await sleep(windowMs + lateMs);
    const until = since + windowMs;
    const arrivals = await arrivalsSince({ targetUrl, path: '/bench/', since });
    const { p99Ms, arrived, expected } = assessFires({ arrivals, steady, from: since, until });
    if ((p99Ms ?? Infinity) < lateMs && arrived >= 0.99 * expected)
      return Math.round((Date.now() - begun) / 1000);
  }
  return null;
}

/**
 * Waits like `settle`, between two rounds.
 * @throws Error if the calls stay late: the next round would begin with their backlog
 */
export async function settleAgain(settling: Parameters<typeof settle>[0]): Promise<void> {
  if ((await settle(settling)) === null) throw new Error('The calls stayed late between two rounds.');
}

/**
 * Figures of the fires from one instant until before another, in UTC milliseconds, after a wait for the last of them.
 * `lost` have no row in the ledger, `uncalled` are the others without a known call.
 */
export async function measureFires({
  stack: { targetUrl, databaseUrl },
  steady,
  from,
  until,
  waitMs = patienceMs,
}: {
  stack: BenchStack;
  steady: Steady;
  from: number;
  until: number;
  waitMs?: number;
}) {
  await sleep(Math.max(until + waitMs - Date.now(), 0));
  const arrivals = await arrivalsSince({ targetUrl, path: '/bench/', since: from });
  const fires = assessFires({ arrivals, steady, from, until });
  const lost = fires.expected - (await countFires({ databaseUrl, from, until }));
  return { ...fires, lost, uncalled: await uncalledFires({ databaseUrl, from, until }), arrivals };
}

/** Lateness and number of the calls whose scheduled time is from one instant until before another. */
export function assessFires({
  arrivals,
  steady,
  from,
  until,
}: {
  arrivals: Arrival[];
  steady: Steady;
  from: number;
  until: number;
}): SteadyFires {
  const own = arrivals.filter(({ scheduledFor }) => scheduledFor >= from && scheduledFor < until);
  const arrived = new Set(own.map(({ path, scheduledFor }) => `${path} ${scheduledFor}`)).size;
  const expected = expectedFires({ steady, from, until });
  return { ...latenessOf(own), expected, arrived, missed: expected - arrived, twice: own.length - arrived };
}

/** Summary of some rounds, with the sum of the fires that have no row in the ledger. */
export function summarizeFires(rounds: (SteadyFires & { lost: number })[]): Summary & { lost: number } {
  return { ...summarize(rounds), lost: rounds.reduce((total, { lost }) => total + lost, 0) };
}

function expectedFires({
  steady: { jobs, periodMs },
  from,
  until,
}: {
  steady: Steady;
  from: number;
  until: number;
}): number {
  const { firesBetween } = everySchedule({ periodMs });
  const range = { timeZone: 'UTC', after: from - 1, until: until - 1, limit: Infinity };
  let fires = 0;
  for (let index = 0; index < jobs; index += 1)
    fires += firesBetween({ ...range, cron: cronOfShare(index / jobs) }).length;
  return fires;
}
