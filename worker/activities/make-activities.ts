import { Context } from '@temporalio/activity';
import type { JobActivities } from '#workflows/contract.ts';
import { toAttemptOutcome } from './attempt-outcome.ts';
import { makeAttempt, makeRun } from './attempt.ts';
import { makeCallTest } from './call-test.ts';
import { claimSoon } from './claim-soon.ts';
import type { ActivityDeps } from './deps.ts';
import { makeKeepJob } from './keep-job.ts';
import { makePlanNextFire } from './plan-next-fire.ts';

/** The activities of the job workflows, made from their dependencies. */
export function makeActivities(deps: ActivityDeps): JobActivities {
  return {
    planNextFire: makePlanNextFire(deps),
    keepJob: makeKeepJob(deps),
    attempt: makeAttempt(deps),
    run: makeRun(deps),
    endRetrying: makeEndRetrying(deps),
    callTest: makeCallTest(deps),
  };
}

/** Ends an execution between two attempts, because its owner wants no more. */
function makeEndRetrying(deps: ActivityDeps): JobActivities['endRetrying'] {
  return async ({ executionId }) => {
    const until = Context.current().cancellationSignal;
    const ended = await claimSoon({ deps, until, claim: () => deps.endRetrying(executionId) });
    return ended.kind === 'changed' ? { tag: 1, kind: 'changed' } : toAttemptOutcome(ended.recorded);
  };
}
