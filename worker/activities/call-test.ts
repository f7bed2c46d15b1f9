import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { JobActivities } from '#workflows/contract.ts';
import { cutOf } from './answer.ts';
import { claimSoon } from './claim-soon.ts';
import type { ActivityDeps } from './deps.ts';
import { placeCall } from './make-call.ts';

const againMs = 1_000;

/** Makes the one call of a test run, at most once: the row that claims it is handed out to one worker. */
export function makeCallTest(deps: ActivityDeps): JobActivities['callTest'] {
  return async ({ testRunId }) => {
    const context = Context.current();
    const endBeat = deps.beats.begin({ send: () => context.heartbeat(), from: Date.now() });
    const until = context.cancellationSignal;
    try {
      const claimed = await claimSoon({ deps, until, claim: () => deps.claimTest(testRunId) });
      if (claimed.kind === 'over') return;
      const made = await placeCall({ deps, call: claimed.call, jobId: null, until: cutOf(context) });
      await untilWritten({ deps, write: () => deps.endTest({ id: testRunId, made }) });
    } finally {
      endBeat();
    }
  };
}

/** While the database is away the write is repeated, never the call. */
async function untilWritten({ deps, write }: { deps: ActivityDeps; write: () => Promise<void> }) {
  for (;;) {
    try {
      await write();
      return;
    } catch (error) {
      deps.onFault(error);
      await sleep(againMs);
    }
  }
}
