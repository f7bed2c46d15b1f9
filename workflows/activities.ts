import type { RetryPolicy } from '@temporalio/common';
import { proxyActivities } from '@temporalio/workflow';
import { minuteMs } from '#domain/time/units.ts';
import type { JobActivities } from './contract.ts';

// Retries our own crashes only: a target's behavior is a result, and the ledger allows each call.
const retry: RetryPolicy = { initialInterval: 1000, backoffCoefficient: 2, maximumInterval: 15_000 };

/** Activities for the ledger, without a call. */
export const ledger = proxyActivities<Pick<JobActivities, 'planNextFire' | 'endRetrying'>>({
  startToCloseTimeout: 15_000,
  retry,
});

/** A delivery ends by itself within its limits; its result has the time of the next attempt. */
export const postman = proxyActivities<Pick<JobActivities, 'deliverNotification'>>({
  startToCloseTimeout: minuteMs,
  retry,
});

interface CallLimits {
  /** Until then the activity only holds the fire and sends no heartbeat. */
  scheduledFor: number;
  timeoutSeconds: number;
  graceMs: number;
}

/** Calling activities, with timeouts for this call. */
export function callers({ scheduledFor, timeoutSeconds, graceMs }: CallLimits) {
  const holdMs = Math.max(scheduledFor - Date.now(), 0);
  return proxyActivities<Pick<JobActivities, 'fire' | 'attempt' | 'run' | 'callTest'>>({
    heartbeatTimeout: holdMs + graceMs,
    startToCloseTimeout: holdMs + 2000 * timeoutSeconds + graceMs + minuteMs,
    retry,
  });
}
