import { ApplicationFailure } from '@temporalio/activity';

/** Ends an unclaimed activity: Temporal dispatches it to another worker. */
export function shuttingDown(): ApplicationFailure {
  return ApplicationFailure.retryable('The worker is shutting down.', 'shutting_down');
}
