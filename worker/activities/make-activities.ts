import type { JobActivities } from '#workflows/contract.ts';
import { makeAttempt, makeRun } from './attempt.ts';
import { makeCallTest } from './call-test.ts';
import type { ActivityDeps } from './deps.ts';
import { makeEndRetrying } from './end-retrying.ts';
import { makeFire } from './fire.ts';
import { makePlanNextFire } from './plan-next-fire.ts';

/** The activities of the job workflows, made from their dependencies. */
export function makeActivities(deps: ActivityDeps): JobActivities {
  return {
    planNextFire: makePlanNextFire(deps),
    fire: makeFire(deps),
    attempt: makeAttempt(deps),
    run: makeRun(deps),
    endRetrying: makeEndRetrying(deps),
    callTest: makeCallTest(deps),
    deliverNotification: async ({ notificationId }) => ({
      tag: 1,
      ...(await deps.deliverNotification({ notificationId })),
    }),
  };
}
