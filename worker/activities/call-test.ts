import { Context } from '@temporalio/activity';
import { retryUntilCommitted } from '#server/database/retry-until-committed.server.ts';
import { now } from '#worker/background/clock.ts';
import type { JobActivities } from '#workflows/contract.ts';
import { cutOf } from './attempt-outcome.ts';
import { claimSoon } from './claim-soon.ts';
import type { ActivityDeps } from './deps.ts';
import { placeCall } from './make-call.ts';

/** Makes the one call of a test run, at most once: its claimed row is dispatched to one worker. */
export function makeCallTest(deps: ActivityDeps): JobActivities['callTest'] {
  return async ({ testRunId }) => {
    const context = Context.current();
    const stopHeartbeat = deps.heartbeats.begin({ send: () => context.heartbeat(), from: now() });
    const until = context.cancellationSignal;
    try {
      const claimed = await claimSoon({ deps, until, claim: () => deps.claimTest(testRunId) });
      if (claimed.kind === 'over') return;
      // Only the test page needs it: the call does not wait.
      const onSent = () => void deps.testSent({ id: testRunId }).catch(deps.onError);
      const made = await placeCall({
        deps,
        call: claimed.call,
        jobId: null,
        until: cutOf(context),
        onSent,
      });
      await retryUntilCommitted({
        write: () => deps.endTest({ id: testRunId, made }),
        onError: deps.onError,
      });
    } finally {
      stopHeartbeat();
    }
  };
}
