import { Context } from '@temporalio/activity';
import type { JobActivities } from '#workflows/contract.ts';
import { toAttemptOutcome } from './attempt-outcome.ts';
import { claimSoon } from './claim-soon.ts';
import type { ActivityDeps } from './deps.ts';

/** Ends an execution between two attempts, because its owner wants no more. */
export function makeEndRetrying(deps: ActivityDeps): JobActivities['endRetrying'] {
  return async ({ executionId }) => {
    const until = Context.current().cancellationSignal;
    const ended = await claimSoon({ deps, until, claim: () => deps.endRetrying(executionId) });
    return ended.kind === 'changed' ? { tag: 1, kind: 'changed' } : toAttemptOutcome(ended.recorded);
  };
}
