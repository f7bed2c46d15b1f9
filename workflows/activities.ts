import type { RetryPolicy } from '@temporalio/common';
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import { minuteMs } from '#domain/time/units.ts';
import type { JobActivities } from './contract.ts';

// Retries our own crashes only: a target's behavior is a result, and the ledger allows each call.
const retry: RetryPolicy = { initialInterval: 1000, backoffCoefficient: 2, maximumInterval: 15_000 };

/** Reads and settles within milliseconds: as a local activity it needs no separate task in Temporal. */
export const planner = proxyLocalActivities<Pick<JobActivities, 'planNextFire'>>({
  startToCloseTimeout: 15_000,
  retry,
});

/** Activities for the ledger, without a call. */
export const ledger = proxyActivities<Pick<JobActivities, 'endRetrying'>>({
  startToCloseTimeout: 15_000,
  retry,
});

interface CallLimits {
  timeoutSeconds: number;
  graceMs: number;
}

/** Calling activities, with timeouts for this call. */
export function callers({ timeoutSeconds, graceMs }: CallLimits) {
  return proxyActivities<Pick<JobActivities, 'attempt' | 'run' | 'callTest'>>({
    heartbeatTimeout: graceMs,
    startToCloseTimeout: 2000 * timeoutSeconds + graceMs + minuteMs,
    retry,
  });
}

/** A job may stay this much longer than ordered: its calls in flight end first, and its report waits for its turn. */
const keepGraceMs = 15 * minuteMs;

/** Hands a job to a worker, which holds it from fire to fire. Without a report in time, another worker gets it. */
export function keeper({ firstFireAt, stayMs }: { firstFireAt: number; stayMs: number }) {
  const holdMs = Math.max(firstFireAt - Date.now(), 0);
  return proxyActivities<Pick<JobActivities, 'keepJob'>>({
    startToCloseTimeout: holdMs + 2 * stayMs + keepGraceMs,
    retry,
  });
}
