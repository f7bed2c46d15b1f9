import { activityContext } from './context.ts';

// Replaces @temporalio/activity.
export { ApplicationFailure } from '@temporalio/common';

/** The activity stays open: somebody completes it by its id. */
export class CompleteAsyncError extends Error {
  override name = 'CompleteAsyncError';
}

export const Context = {
  current() {
    const own = activityContext.getStore();
    if (!own) throw new Error('Not inside an activity.');
    return own;
  },
};
