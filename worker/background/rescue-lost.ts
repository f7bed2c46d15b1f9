import { failActivities } from '#server/engine/rescue/fail-activities.server.ts';
import { redispatchHolds } from '#server/engine/rescue/redispatch-holds.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { rescueLostWorkers } from '#server/executions/leases/rescue-lost-workers.server.ts';
import type { LostActivity, LostWorker } from '#server/executions/ledger/types.ts';
import { log } from '#server/log.server.ts';
import { now } from './clock.ts';

/** Rescues the claims of dead workers; then Temporal redispatches their activities, including held ones. */
export async function rescueLost(): Promise<void> {
  const { workers, activities } = await rescueLostWorkers({ now: now() });
  if (activities.length > 0) log().warn({ count: activities.length }, 'claims of a lost worker are settled');
  publish(activities);
  // Beside the lease's heartbeat: a thousand calls to Temporal take longer than it may.
  void failActivities(activities);
  void redispatchHeld(workers);
}

async function redispatchHeld(workers: LostWorker[]): Promise<void> {
  let count = 0;
  const onRedispatched = (holds: LostActivity[]) => {
    count += holds.length;
    publish(holds);
  };
  try {
    await redispatchHolds({ workers, onRedispatched });
  } catch (error) {
    log().warn(errorFields(error), 'fires that a lost worker held are left to their timeouts');
  }
  if (count > 0) log().warn({ count }, 'fires that a lost worker held are redispatched');
}

function publish(activities: LostActivity[]): void {
  for (const { workflowId } of activities) log().debug({ workflowId }, 'redispatched');
}
