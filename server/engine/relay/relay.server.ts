import { removeJob } from '#server/engine/remove-job.server.ts';
import { withinMs } from '#server/engine/temporal-client.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { newRuns } from './queued-runs.server.ts';
import { newTests } from './queued-tests.server.ts';
import { inParts, tryAll } from './try-all.server.ts';
import { startRun } from './start-run.server.ts';
import { startTest } from './start-test.server.ts';
import { syncJob } from './sync-job.server.ts';
import { markApplied, markFailed, takeUnapplied, type UnappliedJob } from './unapplied-jobs.server.ts';

const jobsAtOnce = 100;
const callLimitMs = 5_000;
const pollMs = 2_000;
/** A hundred jobs take a server with one store so long: pushed faster, its tasks come late, are tried again and pile up. */
const fullRoundMs = 2_000;
/** The push of the web process is on its way when the database tells of a change: it goes first. */
const afterWakeMs = 600;

/**
 * Pushes newest versions, deletes, queued runs and test runs to Temporal until they are applied. Runs in every worker;
 * two relays share the work and may repeat each other without effect (engine.md section 5).
 */
export function createRelay({
  once = relayOnce,
  wakeMs = afterWakeMs,
}: {
  /** One round; answers whether there may be more to do at once. */
  once?: () => Promise<boolean>;
  /** Delay after a job change. */
  wakeMs?: number;
} = {}) {
  let timer: NodeJS.Timeout | undefined;
  let turnsAt = Infinity;
  let turning: Promise<void> | undefined;
  let isWoken = false;
  let isClosed = false;
  /** The last round left more to do: the next one is near already, and no news brings it nearer. */
  let isFull = false;

  function plan(ms: number) {
    clearTimeout(timer);
    turnsAt = performance.now() + ms;
    if (!isClosed) timer = setTimeout(() => void (turning = turn()), ms);
  }

  const wasWoken = () => isWoken;

  async function turn() {
    isWoken = false;
    isFull = false;
    const beganAt = performance.now();
    try {
      isFull = await once();
    } catch (error) {
      log().warn(errorFields(error), 'relay: database or Temporal is down');
    }
    turning = undefined;
    const restMs = Math.max(beganAt + fullRoundMs - performance.now(), 0);
    plan(isFull ? restMs : wasWoken() ? wakeMs : pollMs);
  }

  plan(0);
  return {
    wake() {
      if (turning) isWoken = true;
      // News only brings the turn forward: a steady stream of it must not put the turn off for ever.
      else if (!isFull && performance.now() + wakeMs < turnsAt) plan(wakeMs);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await turning;
    },
  };
}

/** One round; answers whether there may be more to do at once. */
export async function relayOnce(): Promise<boolean> {
  const jobs = await takeUnapplied({ limit: jobsAtOnce });
  const applied: UnappliedJob[] = [];
  const failed: UnappliedJob[] = [];
  await inParts(jobs, async (job) => {
    try {
      await withinMs({ ms: callLimitMs, call: () => (job.isDeleted ? removeJob(job) : syncJob(job)) });
      if (!job.isDeleted) applied.push(job);
    } catch (error) {
      log().debug({ jobId: job.jobId, ...errorFields(error) }, 'relay: put off');
      failed.push(job);
    }
  });
  await markApplied(applied);
  await markFailed(failed.map(({ jobId }) => jobId));
  const runs = await newRuns({ limit: jobsAtOnce });
  const started = await tryAll({ items: runs, act: startRun });
  await tryAll({ items: await newTests({ limit: jobsAtOnce }), act: (id) => startTest({ id }) });
  return failed.length === 0 && (jobs.length === jobsAtOnce || started === jobsAtOnce);
}
