import { setTimeout as sleep } from 'node:timers/promises';
import { ActivityNotFoundError } from '@temporalio/client';
import type { ActivityRef } from '#server/executions/types.ts';
import { log } from '#server/log.server.ts';
import { inParts } from './start-all.server.ts';
import { temporalClient, withinMs } from './temporal-client.server.ts';

const limitMs = 5_000;
const againMs = 2_000;
/** After that their own timeouts are near. */
const longestMs = 60_000;

/**
 * Tells Temporal that the worker of these activities is dead, so that it hands them out again at once: a few at a
 * time, and again for a minute what it did not hear. Never throws: without it, their own timeouts say so, up to two
 * minutes later.
 */
export async function failActivities(activities: ActivityRef[]): Promise<void> {
  const end = performance.now() + longestMs;
  for (let left = activities; left.length > 0 && performance.now() < end;) {
    const unheard: ActivityRef[] = [];
    await inParts(left, async (activity) => {
      if (!(await failActivity(activity))) unheard.push(activity);
    });
    left = unheard;
    if (left.length > 0) await sleep(againMs, undefined, { ref: false });
  }
}

/** @returns false if Temporal has not answered */
async function failActivity(activity: ActivityRef): Promise<boolean> {
  const cause = new Error('The worker was lost.');
  // The stack would be kept in the workflow's history.
  cause.stack = '';
  try {
    await withinMs({ ms: limitMs, call: () => temporalClient().activity.fail(activity, cause) });
    return true;
  } catch (error) {
    const code = error instanceof Error ? error.name : 'unknown';
    log().debug({ code }, 'an activity was not failed');
    return error instanceof ActivityNotFoundError;
  }
}
