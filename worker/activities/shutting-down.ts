import { ApplicationFailure } from '@temporalio/activity';

/** Ends an activity that has claimed nothing yet: Temporal hands it to another worker. */
export function shuttingDown(): ApplicationFailure {
  return ApplicationFailure.retryable('The worker is shutting down.', 'shutting_down');
}
