import { ApplicationFailure } from '@temporalio/activity';

/** Ends an activity that has claimed nothing yet: Temporal hands it to another worker. */
export function shuttingDown(): ApplicationFailure {
  return ApplicationFailure.retryable('The worker is shutting down.', 'shutting_down');
}

/** A long wait for a limit is left to Temporal: it dispatches the activity again afterwards, to any worker. */
export function retryLater(ms: number): ApplicationFailure {
  return waitOutside({ message: 'It waits for the limit of its domain.', ms });
}

/** This worker may not call, but another one may: Temporal dispatches the activity again a second later. */
export function leaveToOthers(): ApplicationFailure {
  return waitOutside({ message: 'Its worker has no lease.', ms: 1_000 });
}

/** A long call of the same job is in flight: an activity waiting here would use up its own time. */
export function waitForTurn(ms = 1_000): ApplicationFailure {
  return waitOutside({ message: 'Another call of its job is in flight, or due soon.', ms });
}

const waitOutside = ({ message, ms }: { message: string; ms: number }) =>
  ApplicationFailure.create({ message, type: 'retry_later', nextRetryDelay: ms });
