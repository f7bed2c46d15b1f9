import type { EventDetails } from '#domain/notifications/event-details.ts';
import type { CompletionEvent } from './types.ts';

/**
 * The fact of an event that comes while a run is open, or from no run at all: no result, and no streak.
 * @param occurrence names the event where there is no execution
 * @param now UTC milliseconds
 */
export function eventFact({
  jobId,
  executionId = null,
  occurrence,
  details,
  now,
}: {
  jobId: number;
  executionId?: number | null;
  occurrence?: string;
  details: EventDetails;
  now: number;
}): CompletionEvent {
  return {
    ...{ kind: details.kind, jobId, executionId, details, now, isTest: false },
    ...{ outcome: 'success', streak: 0, previousStreak: 0, streakStartedAt: null, streakNotifiedAt: null },
    ...(occurrence !== undefined && { occurrence }),
  };
}
