import { failActivities } from '#server/engine/rescue/fail-activities.server.ts';
import { lostHolds } from '#server/engine/rescue/lost-holds.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { rescueLostWorkers } from '#server/executions/leases/rescue-lost-workers.server.ts';
import type { LostActivity, LostWorker } from '#server/executions/ledger/types.ts';
import { log } from '#server/log.server.ts';
import { now } from './clock.ts';

/** Rescues the claims of dead workers; then Temporal redispatches their activities, including held ones. */
export async function rescueLost(): Promise<void> {
  const { workers, activities } = await rescueLostWorkers({ now: now() });
  publish(activities, 'claims of a lost worker are settled');
  // Beside the lease's beat: a thousand calls to Temporal take longer than it may.
  void failActivities(activities);
  void handOff(workers);
}

async function handOff(workers: LostWorker[]): Promise<void> {
  try {
    const held = await lostHolds(workers);
    publish(held, 'fires that a lost worker held are handed over');
    await failActivities(held);
  } catch (error) {
    log().warn(errorFields(error), 'what a lost worker held is left to its timeouts');
  }
}

function publish(activities: LostActivity[], message: string): void {
  if (activities.length > 0) log().warn({ count: activities.length }, message);
  for (const { workflowId } of activities) log().debug({ workflowId }, 'handed out again');
}
