import { ActivityNotFoundError, WorkflowNotFoundError } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import type { LostActivity } from '#server/executions/ledger/types.ts';
import { retryEach } from './retry-each.server.ts';

/** PENDING_ACTIVITY_STATE_SCHEDULED of Temporal's API. */
export const waitsForWorker = 1;

/**
 * Fails activities whose worker is dead or never received them, so that Temporal redispatches them at once. Retries for
 * a minute. Never throws: without it, the activities' own timeouts end them, those of `keepJob` only after hours.
 */
export function failActivities(activities: LostActivity[]): Promise<void> {
  return retryEach({ items: activities, act: failActivity, isFinal: hasEnded });
}

/** Reports whether an error says that the activity or its workflow has ended. */
export const hasEnded = (error: unknown): boolean =>
  error instanceof ActivityNotFoundError || error instanceof WorkflowNotFoundError;

/**
 * Fails one activity, if the lost worker still holds it.
 * @throws Error without a response from Temporal; ActivityNotFoundError or WorkflowNotFoundError if it has ended
 */
export async function failActivity(activity: LostActivity): Promise<void> {
  const cause = new Error('The worker was lost.');
  // The stack would be kept in the workflow's history.
  cause.stack = '';
  if (await isHeldStill(activity)) await temporalClient().activity.fail(activity, cause);
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
