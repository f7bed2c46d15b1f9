import { isRetriedError } from '#domain/execution.ts';
import { hourMs } from '#domain/time/units.ts';
import { drawDelayMs, type RetryDelays } from './retry-delays.ts';

const retriedStatuses = new Set([408, 425, 429]);
const longestRetryAfterMs = hourMs;
const patientDelayMs = 30_000;

export interface FailedAttempt {
  errorCode: string;
  statusCode: number | null;
}

/** With a status, they mean that the rest of the response did not arrive. */
const brokenOff = new Set(['protocol_error', 'timeout', 'worker_lost']);
const retriedBeforeResponse = new Set(['POST', 'PATCH']);

/**
 * Reports whether a failed attempt is repeated at all (security.md section 2, the table). A POST or PATCH whose
 * response broke off after its status line is not: the target may have done its work (D43a).
 * @param method of a call by HTTP
 */
export function isRetried({
  errorCode,
  statusCode,
  method,
}: FailedAttempt & { method?: string | null }): boolean {
  // A mail server says by its code whether it will ever take a message: 4yz passes, 5yz does not.
  if (errorCode === 'email_refused') return statusCode !== null && statusCode >= 400 && statusCode < 500;
  if (brokenOff.has(errorCode) && statusCode !== null && retriedBeforeResponse.has(method ?? ''))
    return false;
  if (errorCode !== 'status_rejected') return isRetriedError(errorCode);
  return statusCode !== null && (retriedStatuses.has(statusCode) || statusCode >= 500);
}

/**
 * Milliseconds to wait before retry n (security.md section 10): min(5 * 3^(n-1), 1800) s, give or take 20 %; at least
 * 30 s after a timeout or a 429. After a 429 or 503, the target's own Retry-After counts if it is longer; an address
 * with a used-up mail quota waits for the rest of the hour. The job's own delays replace the first two; a longer
 * Retry-After still counts.
 * @param delays of the job; null for the default delays
 * @param retry 1 for the second attempt
 * @param random a draw from [0, 1)
 */
export function retryDelayMs({
  retry,
  errorCode,
  statusCode,
  retryAfterMs,
  delays = null,
  random,
}: FailedAttempt & {
  retry: number;
  retryAfterMs: number | null;
  delays?: RetryDelays | null;
  random: number;
}): number {
  const planned = drawDelayMs({ delays, retry, random });
  const isPatient = delays === null && (errorCode === 'timeout' || statusCode === 429);
  const isAsked = statusCode === 429 || statusCode === 503 || errorCode === 'email_limited';
  const asked = isAsked ? (retryAfterMs ?? 0) : 0;
  return Math.round(Math.max(planned, isPatient ? patientDelayMs : 0, Math.min(asked, longestRetryAfterMs)));
}

/** Next attempt of a waiting execution: attempt n of m, and its start. */
export interface RetryPlan {
  attempt: number;
  of: number;
  at: Date;
}

/** @returns null if the execution does not wait, or its version was removed */
export function planOf({
  attemptCount,
  retryAt,
  retryCount,
}: {
  attemptCount: number;
  retryAt: Date | null;
  retryCount: number | null;
}): RetryPlan | null {
  if (retryAt === null || retryCount === null) return null;
  return { attempt: attemptCount + 1, of: retryCount + 1, at: retryAt };
}
