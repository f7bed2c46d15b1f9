import { failActivity } from '#server/engine/fail-activity.server.ts';
import { settleLostWorkers } from '#server/executions/settle-lost-workers.server.ts';
import { log } from '#server/log.server.ts';

/** Settles the claims of workers that died; Temporal then hands their activities out again at once. */
export async function settleLost(): Promise<void> {
  const activities = await settleLostWorkers({ now: Date.now() });
  if (activities.length > 0) log().warn({ count: activities.length }, 'claims of a lost worker are settled');
  await Promise.all(activities.map(failActivity));
}
