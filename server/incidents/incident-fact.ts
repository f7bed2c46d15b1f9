import type { Outcome } from '#domain/outcome.ts';
import type { CompletionEvent } from '#server/notifications/types.ts';
import type { IncidentJob } from './lock-incident-job.server.ts';

/** The fact behind a notification that no execution causes: the end of a snooze, or of flapping. */
export function incidentFact({
  state: { failureStreak: streak, streakStartedAt },
  ...given
}: {
  jobId: number;
  /** The last execution of the job that it shows. */
  executionId: number;
  outcome: Outcome;
  now: number;
  /** The job, locked. */
  state: IncidentJob;
}): CompletionEvent {
  return {
    ...{ ...given, streak, previousStreak: streak, streakStartedAt: streakStartedAt?.getTime() ?? null },
    ...{ streakNotifiedAt: null, isTest: false, kind: 'ended' },
  };
}
