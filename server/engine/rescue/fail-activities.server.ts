import { setTimeout as sleep } from 'node:timers/promises';
import { ActivityNotFoundError, WorkflowNotFoundError } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time';
import { minuteMs } from '#domain/time/units.ts';
import { inParts } from '#server/engine/relay/try-all.server.ts';
import { temporalClient, withinMs } from '#server/engine/temporal-client.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import type { LostActivity } from '#server/executions/ledger/types.ts';
import { log } from '#server/log.server.ts';

const limitMs = 5_000;
const againMs = 2_000;
/** After that their own timeouts are near. */
const longestMs = minuteMs;
/** PENDING_ACTIVITY_STATE_SCHEDULED of Temporal's API. */
export const waitsForWorker = 1;

/**
 * Tells Temporal the worker of these activities is dead, or never got them, so it hands them out again at once: a few
 * at a time, and again for a minute what it did not hear. Never throws: without it, their own timeouts say so, up to
 * two minutes later.
 */
export async function failActivities(activities: LostActivity[]): Promise<void> {
  const end = performance.now() + longestMs;
  for (let left = activities; left.length > 0 && performance.now() < end;) {
    const unheard: LostActivity[] = [];
    await inParts(left, async (activity) => {
      // A silent server takes its time for each: the minute may be over in the middle of a round.
      if (performance.now() >= end || !(await failActivity(activity))) unheard.push(activity);
    });
    left = unheard;
    if (left.length > 0 && performance.now() < end) await sleep(againMs, undefined, { ref: false });
  }
}

/** @returns false if Temporal has not answered */
async function failActivity(activity: LostActivity): Promise<boolean> {
  const cause = new Error('The worker was lost.');
  // The stack would be kept in the workflow's history.
  cause.stack = '';
  try {
    await withinMs({
      ms: limitMs,
      call: async () => {
        if (await isHeldStill(activity)) await temporalClient().activity.fail(activity, cause);
      },
    });
    return true;
  } catch (error) {
    log().debug(errorFields(error), 'an activity was not failed');
    return error instanceof ActivityNotFoundError || error instanceof WorkflowNotFoundError;
  }
}

/**
 * Reports whether Temporal still assigns the activity to the lost worker. After Temporal's own timeout, it waits for
 * dispatch or belongs to another worker: failing it then would take it from that one. The check writes nothing in
 * Temporal's store.
 */
async function isHeldStill({ workflowId, runId, activityId, lostAt }: LostActivity): Promise<boolean> {
  const { raw } = await temporalClient().workflow.getHandle(workflowId, runId).describe();
  const pending = raw.pendingActivities?.find((one) => one.activityId === activityId);
  if (!pending || Number(pending.state) === waitsForWorker) return false;
  return tsToMs(pending.lastStartedTime) <= lostAt;
}
