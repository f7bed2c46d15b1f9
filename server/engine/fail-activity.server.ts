import type { ActivityRef } from '#server/executions/types.ts';
import { log } from '#server/log.server.ts';
import { temporalClient, withinMs } from './temporal-client.server.ts';

const limitMs = 5_000;

/**
 * Tells Temporal that the worker of an activity is dead, so that it hands the activity out again at once.
 * Never throws: without it, its own timeouts say so later.
 */
export async function failActivity(activity: ActivityRef): Promise<void> {
  const cause = new Error('The worker was lost.');
  // The stack would be kept in the workflow's history.
  cause.stack = '';
  try {
    await withinMs({ ms: limitMs, call: () => temporalClient().activity.fail(activity, cause) });
  } catch (error) {
    log().debug(
      { code: error instanceof Error ? error.name : 'unknown' },
      'an activity was not there to fail',
    );
  }
}
