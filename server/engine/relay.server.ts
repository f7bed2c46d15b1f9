import { log } from '#server/log.server.ts';
import { newRuns } from './queued-runs.server.ts';
import { removeJob } from './remove-job.server.ts';
import { startRun } from './start-run.server.ts';
import { syncJob } from './sync-job.server.ts';
import { withinMs } from './temporal-client.server.ts';
import { markApplied, markFailed, takeUnapplied, type UnappliedJob } from './unapplied-jobs.server.ts';

const jobsAtOnce = 100;
/** A server with one store writes one at a time: more would only wait there. */
const callsAtOnce = 10;
const callLimitMs = 5_000;
const pollMs = 2_000;
/** The push of the web process is on its way when the database tells of a change: it goes first. */
const afterNewsMs = 600;

/**
 * Repeats until Temporal knows what the database says: newest versions, deletes, queued runs. Runs in every
 * worker; two relays share the work and may repeat each other, which changes nothing (engine.md section 5).
 */
export function openRelay({ once = relayOnce }: { once?: () => Promise<boolean> } = {}) {
  let timer: NodeJS.Timeout | undefined;
  let turnsAt = Infinity;
  let turning: Promise<void> | undefined;
  let isWoken = false;
  let isClosed = false;

  function plan(ms: number) {
    clearTimeout(timer);
    turnsAt = performance.now() + ms;
    if (!isClosed) timer = setTimeout(() => void (turning = turn()), ms);
  }

  const wasWoken = () => isWoken;

  async function turn() {
    isWoken = false;
    let isFull = false;
    try {
      isFull = await once();
    } catch (error) {
      log().warn(
        { code: error instanceof Error ? error.name : 'unknown' },
        'relay: database or Temporal is away',
      );
    }
    turning = undefined;
    plan(isFull ? 0 : wasWoken() ? afterNewsMs : pollMs);
  }

  plan(0);
  return {
    wake() {
      if (turning) isWoken = true;
      // News only brings the turn forward: a steady stream of it must not put the turn off for ever.
      else if (performance.now() + afterNewsMs < turnsAt) plan(afterNewsMs);
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
  const [jobs, runs] = [await takeUnapplied({ limit: jobsAtOnce }), await newRuns({ limit: jobsAtOnce })];
  const applied: UnappliedJob[] = [];
  const failed: UnappliedJob[] = [];
  await inParts(jobs, async (job) => {
    try {
      await withinMs({ ms: callLimitMs, call: () => (job.isDeleted ? removeJob(job) : syncJob(job)) });
      if (!job.isDeleted) applied.push(job);
    } catch (error) {
      log().debug(
        { jobId: job.jobId, code: error instanceof Error ? error.name : 'unknown' },
        'relay: put off',
      );
      failed.push(job);
    }
  });
  await markApplied(applied);
  await markFailed(failed.map(({ jobId }) => jobId));
  let started = 0;
  await inParts(runs, async (run) => {
    try {
      await withinMs({ ms: callLimitMs, call: () => startRun(run) });
      started += 1;
    } catch (error) {
      const code = error instanceof Error ? error.name : 'unknown';
      log().debug({ executionId: run.executionId, code }, 'relay: put off');
    }
  });
  return failed.length === 0 && (jobs.length === jobsAtOnce || started === jobsAtOnce);
}

async function inParts<Item>(items: Item[], work: (item: Item) => Promise<void>) {
  for (let start = 0; start < items.length; start += callsAtOnce) {
    await Promise.all(items.slice(start, start + callsAtOnce).map(work));
  }
}
