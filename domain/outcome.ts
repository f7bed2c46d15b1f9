/** The ends of an execution (engine.md section 4). */
export const outcomes = ['success', 'failed', 'superseded', 'skipped', 'missed', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

/** Reasons why an execution did not run, or why its outcome is unknown. */
export const outcomeReasons = ['overlap', 'owner', 'limit', 'tier', 'outage', 'worker_lost'] as const;
export type OutcomeReason = (typeof outcomeReasons)[number];

/** The status of an execution in the API and the filters. */
export const apiStatuses = ['success', 'failed', 'running', 'not_run'] as const;
export type ApiStatus = (typeof apiStatuses)[number];

/** Filters of the list of jobs by their last result. */
export const lastResults = ['success', 'failed', 'never'] as const;
export type LastResult = (typeof lastResults)[number];

/** The status that the API and the filters know (engine.md section 4): null is queued or running. */
export function apiStatus(outcome: Outcome | null): ApiStatus {
  switch (outcome) {
    case null:
      return 'running';
    case 'success':
      return 'success';
    case 'failed':
    case 'superseded':
    case 'unknown':
      return 'failed';
    case 'skipped':
    case 'missed':
      return 'not_run';
  }
}

/** The outcomes that a status of the API stands for; none for `running`. */
export function outcomesOf(status: ApiStatus): Outcome[] {
  return outcomes.filter((outcome) => apiStatus(outcome) === status);
}
