import { Context } from '@temporalio/activity';
import type { ActivityRef, RunClaim } from '#server/executions/ledger/types.ts';
import { now } from '#worker/background/clock.ts';
import type { AttemptOutcome, JobActivities } from '#workflows/contract.ts';
import { waitForTurn } from './activity-failures.ts';
import { toAttemptOutcome, cutOf, refOf } from './attempt-outcome.ts';
import { claimSoon } from './claim-soon.ts';
import type { ActivityDeps } from './deps.ts';
import { makeCall } from './make-call.ts';

/** Makes a further attempt of an execution, if the ledger allows it. */
export function makeAttempt(deps: ActivityDeps): JobActivities['attempt'] {
  return ({ jobId, executionId, attempt }) =>
    callNow({ deps, jobId, claim: (ref) => deps.claimAttempt({ executionId, attempt, ref }) });
}

/** A run may wait for many others; its activity has time for little more than its own call. */
const longestWaitMs = 30_000;

/** Longest delay of a waiting replay, in units of 3 to 5 s, so a crowd of them rarely queries the ledger. */
const mostTurns = 6;

/** Delay before a waiting replay tries again: 3 to 5 s for the next in line, up to 18 to 30 s behind five others. */
function turnMs(ahead: number): number {
  return Math.min(ahead + 1, mostTurns) * (3_000 + Math.random() * 2_000);
}

/** Makes the first attempt of a requested execution. */
export function makeRun(deps: ActivityDeps): JobActivities['run'] {
  return ({ jobId, executionId }) =>
    callNow({
      ...{ deps, jobId, longestMs: longestWaitMs },
      claim: (ref) => deps.claimRun({ executionId, ref }),
    });
}

async function callNow({
  deps,
  jobId,
  longestMs,
  claim,
}: {
  deps: ActivityDeps;
  jobId: number;
  longestMs?: number;
  claim: (ref: ActivityRef) => Promise<RunClaim>;
}): Promise<AttemptOutcome> {
  const context = Context.current();
  const stopHeartbeat = deps.heartbeats.begin({ send: () => context.heartbeat(), from: now() });
  const until = context.cancellationSignal;
  try {
    const claimed = await claimSoon({
      ...{ deps, jobId, until, ...(longestMs && { longestMs }) },
      claim: () => claim(refOf(context.info)),
    });
    if (claimed.kind === 'wait') throw waitForTurn(turnMs(claimed.ahead));
    if (claimed.kind === 'changed') return { tag: 1, kind: 'changed' };
    const recorded =
      claimed.kind === 'call'
        ? await makeCall({ deps, call: claimed.call, until: cutOf(context) })
        : claimed.recorded;
    stopHeartbeat();
    await deps.pacer.turn(recorded.retryAt ?? now());
    return toAttemptOutcome(recorded);
  } finally {
    stopHeartbeat();
  }
}
