import { failActivities } from '#server/engine/rescue/fail-activities.server.ts';
import { redispatchKeepsOf } from '#server/engine/rescue/redispatch-keeps-of.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { rescueLostWorkers } from '#server/executions/leases/rescue-lost-workers.server.ts';
import type { LostWorker } from '#server/executions/ledger/types.ts';
import { log } from '#server/log.server.ts';
import { now } from './clock.ts';

/**
 * Rescues the claims of dead workers and frees their jobs for the others; then Temporal redispatches their activities.
 */
export async function rescueLost(): Promise<void> {
  const { workers, activities, claims } = await rescueLostWorkers({ now: now() });
  if (claims > 0) log().warn({ count: claims }, 'claims of a lost worker are settled');
  // Beside the lease's heartbeat: a thousand calls to Temporal take longer than it may.
  void failActivities(activities);
  void redispatchKeeps(workers);
}

async function redispatchKeeps(workers: LostWorker[]): Promise<void> {
  let count = 0;
  try {
    await redispatchKeepsOf({ workers, onRedispatched: () => (count += 1) });
  } catch (error) {
    log().warn(
      errorFields(error),
      'jobs that a lost worker had not claimed are left to the check for overdue fires',
    );
  }
  if (count > 0) log().warn({ count }, 'jobs that a lost worker had not claimed are redispatched');
}
