import { getPool } from '#server/database/db.server.ts';
import { removeJob } from '#server/engine/remove-job.server.ts';
import { withinMs } from '#server/engine/temporal-client.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { createRounds, type RoundEnd } from '#server/rounds.server.ts';
import { newRuns } from './queued-runs.server.ts';
import { startRun } from './start-run.server.ts';
import { startTest } from './start-test.server.ts';
import { syncJob } from './sync-job.server.ts';
import { inParts, tryAll } from './try-all.server.ts';
import { markApplied, markFailed, takeUnapplied, type UnappliedJob } from './unapplied-jobs.server.ts';

const jobsAtOnce = 100;
const callLimitMs = 5_000;
/**
 * A server with one store needs this long for a hundred jobs: pushed faster, its tasks are late, are retried and pile
 * up.
 */
const fullRoundMs = 2_000;
/** Head start for the web process after a notice of the database: it pushes its changes itself. */
const afterWakeMs = 600;

/**
 * Pushes newest versions, deletes, queued runs and test runs to Temporal until they are applied. Runs in every worker;
 * two relays share the work and may repeat each other without effect (engine.md section 5).
 */
export const createRelay = ({ once = relayOnce }: { once?: () => Promise<RoundEnd> } = {}) =>
  createRounds({
    ...{ round: once, wakeMs: afterWakeMs, fullMs: fullRoundMs },
    onError: (error) => log().warn(errorFields(error), 'relay: database or Temporal is down'),
  });

export async function relayOnce(): Promise<RoundEnd> {
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
  const tests = await newTests({ limit: jobsAtOnce });
  const startedTests = await tryAll({ items: tests, act: (id) => startTest({ id }) });
  if (failed.length > 0 || started < runs.length || startedTests < tests.length) return 'later';
  return jobs.length === jobsAtOnce || started === jobsAtOnce ? 'more' : 'done';
}

/** The page of an older request no longer waits. */
const longestWaitMinutes = 10;

/** Test runs no worker has claimed: their workflow may not have been started. */
async function newTests({ limit }: { limit: number }): Promise<string[]> {
  const { rows } = await getPool().query<{ id: string }>(
    `select "id" from "TestRun"
     where "claimedAt" is null and "endedAt" is null and "createdAt" > now() - make_interval(mins => $2)
     order by "createdAt" limit $1`,
    [limit, longestWaitMinutes],
  );
  return rows.map(({ id }) => id);
}
