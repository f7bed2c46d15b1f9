import { ApplicationFailure } from '@temporalio/activity';

/** A long wait for a limit is Temporal's: the activity is handed out again after it, to whichever worker. */
export function putOff(ms: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'It waits for the limit of its domain.',
    type: 'put_off',
    nextRetryDelay: ms,
  });
}
