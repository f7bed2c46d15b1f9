import type { JobStatus } from '#domain/job/choices.ts';
import { isActive } from '#domain/job/job.ts';
import { apiStatus, type Outcome } from './outcome.ts';

/** State of a job's badge: the outcome of its last execution, unless the job is paused or its next fire is overdue. */
export type BadgeState = 'succeeded' | 'failed' | 'late' | 'paused' | 'inactive' | 'no runs yet';

/**
 * The word of a job's badge.
 * @param isOverdue its next fire is more than a minute past and has no record
 * @param lastOutcome of the last execution that ran
 * @param now UTC milliseconds
 */
export function badgeState({
  status,
  pausedUntil,
  isOverdue,
  lastOutcome,
  now,
}: {
  status: JobStatus;
  pausedUntil: Date | null;
  isOverdue: boolean;
  lastOutcome: Outcome | null;
  now: number;
}): BadgeState {
  if (!isActive({ status, pausedUntil, now })) return status === 'inactive' ? 'inactive' : 'paused';
  if (isOverdue) return 'late';
  if (lastOutcome === null) return 'no runs yet';
  return apiStatus(lastOutcome) === 'success' ? 'succeeded' : 'failed';
}
