import { failActivities } from '#server/engine/fail-activities.server.ts';
import { settleLostWorkers } from '#server/executions/settle-lost-workers.server.ts';
import { log } from '#server/log.server.ts';
import { now } from './clock.ts';

/** Settles the claims of workers that died; Temporal then hands their activities out again at once. */
export async function settleLost(): Promise<void> {
  const activities = await settleLostWorkers({ now: now() });
  if (activities.length > 0) log().warn({ count: activities.length }, 'claims of a lost worker are settled');
  for (const { workflowId } of activities) log().debug({ workflowId }, 'handed out again');
  // Beside the lease's beat: a thousand calls to Temporal take longer than it may.
  void failActivities(activities);
}
