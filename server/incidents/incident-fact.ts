import type { Outcome } from '#domain/outcome.ts';
import type { CompletionEvent } from '#server/notifications/types.ts';

/** The fact behind a notification that no execution causes: the end of a snooze, or of flapping. */
export function incidentFact({
  streak,
  ...given
}: {
  jobId: number;
  /** The last execution of the job that it shows. */
  executionId: number;
  outcome: Outcome;
  streak: number;
  streakStartedAt: number | null;
  now: number;
}): CompletionEvent {
  return {
    ...given,
    ...{ streak, previousStreak: streak, streakNotifiedAt: null, isTest: false, kind: 'ended' },
  };
}
