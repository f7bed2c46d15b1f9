import { activityContext } from './context.ts';

// Replaces @temporalio/activity.
export { ApplicationFailure } from '@temporalio/common';

export const Context = {
  current() {
    const own = activityContext.getStore();
    if (!own) throw new Error('Not inside an activity.');
    return own;
  },
};
