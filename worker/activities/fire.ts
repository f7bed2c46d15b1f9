import { Context } from '@temporalio/activity';
import type { Claim, Recorded } from '#server/executions/ledger/types.ts';
import { now } from '#worker/background/clock.ts';
import { shortestGraceMs } from '#worker/limits/lead-time.ts';
import type { FireResult, FireOrder, JobActivities, PlannedFire } from '#workflows/contract.ts';
import { leaveToOthers, retryLater, waitForTurn } from './activity-failures.ts';
import { toAttemptOutcome, cutOf, refOf } from './attempt-outcome.ts';
import { claimSoon } from './claim-soon.ts';
import type { ActivityDeps } from './deps.ts';
import { makeCall } from './make-call.ts';
import { withLead } from './plan-next-fire.ts';

/** Half of Temporal's shortest heartbeat timeout for a fire. */
const quietMs = shortestGraceMs / 2;
/** Share of a wait before a heartbeat: random, so thousands do not come at once. */
const shareOfWait = () => 0.3 + 0.4 * Math.random();
const shortestMs = 1_000;
/** Two claim passes a second and a half apart; the last one ends a fire still held by a limit. */
const lastPassesMs = 3_000;

/** Holds a fire until its instant, makes its first attempt and returns its result and the next fires. */
export function makeFire(deps: ActivityDeps): JobActivities['fire'] {
  return async (order): Promise<FireResult> => {
    const context = Context.current();
    const { jobId, scheduledFor, version } = order;
    const from = firstHeartbeatAt({ info: context.info, scheduledFor });
    const stopHeartbeat = deps.heartbeats.begin({ send: () => context.heartbeat(), from });
    try {
      const launch = await deps.pad.launch({ jobId, scheduledFor, version, ...refOf(context.info) });
      if (launch.kind === 'no_lease') throw leaveToOthers();
      if (launch.kind === 'retry_later') throw retryLater(delayOf({ deps, order, ms: launch.ms }));
      if (launch.kind === 'changed') return { tag: 1, kind: 'changed', fires: [] };
      const recorded =
        launch.kind === 'call'
          ? await makeCall({ deps, call: launch.call, until: cutOf(context) })
          : await repeatLost({ deps, context, jobId, recorded: launch.recorded });
      stopHeartbeat();
      const fires = firesAfter({ deps, order, launch });
      await waitTurn({ deps, context, nextAt: recorded.retryAt ?? fires[0]?.scheduledFor ?? 0 });
      const tier = launch.kind === 'call' ? launch.call.tier : null;
      return {
        ...toAttemptOutcome(recorded),
        fires,
        graceMs: deps.leadTime.graceMs(),
        ...(tier && { tier }),
      };
    } finally {
      stopHeartbeat();
    }
  };
}

/**
 * Delay of a held fire's first heartbeat. Each heartbeat is a write in Temporal's store; after an instant with
 * thousands of fires, early ones would slow down the calls. The more time there is, the later they begin.
 */
function firstHeartbeatAt({ info, scheduledFor }: { info: Context['info']; scheduledFor: number }): number {
  const { heartbeatTimeoutMs = 0, currentAttemptScheduledTimestampMs } = info;
  const graceMs = currentAttemptScheduledTimestampMs + heartbeatTimeoutMs - scheduledFor;
  const spareMs = Math.max(graceMs - shortestGraceMs, 0);
  return scheduledFor + quietMs + spareMs * shareOfWait();
}

/**
 * Waits until the result may go back. After a large burst, that takes longer than the heartbeat timeout: redispatched
 * fires would cost more than a few heartbeats.
 */
async function waitTurn({ deps, context, nextAt }: { deps: ActivityDeps; context: Context; nextAt: number }) {
  const { heartbeatTimeoutMs = Infinity, currentAttemptScheduledTimestampMs } = context.info;
  const leftMs = Math.max(currentAttemptScheduledTimestampMs + heartbeatTimeoutMs - now(), 0);
  const from = now() + leftMs * shareOfWait();
  const end = deps.heartbeats.begin({
    send: () => context.heartbeat(),
    from,
    everyMs: heartbeatTimeoutMs * 0.4,
  });
  await deps.pacer.turn(nextAt).finally(end);
}

/**
 * The next attempt of a redispatched fire, if it is due: its worker was lost. Going through the workflow would take
 * four more Temporal writes for each of a thousand late fires.
 */
async function repeatLost({
  deps,
  context,
  jobId,
  recorded,
}: {
  deps: ActivityDeps;
  context: Context;
  jobId: number;
  recorded: Recorded;
}): Promise<Recorded> {
  if (recorded.outcome !== null || recorded.retryAt > now()) return recorded;
  const { executionId, made } = recorded;
  const held = { executionId, attempt: made + 1, ...refOf(context.info) };
  const until = context.cancellationSignal;
  const claimed = await claimSoon({ deps, jobId, until, claim: () => deps.claimAttempt(held) });
  // Its row was removed with its job: the job workflow finds out when it plans.
  if (claimed.kind === 'changed') return recorded;
  if (claimed.kind === 'wait') throw waitForTurn();
  return claimed.kind === 'call'
    ? makeCall({ deps, call: claimed.call, until: cutOf(context) })
    : claimed.recorded;
}

/** The fire is retried after its wait, or in time for the last claim passes before the next one is due. */
function delayOf({ deps, order, ms }: { deps: ActivityDeps; order: FireOrder; ms: number }): number {
  const { scheduledFor, cron, timeZone } = order;
  const [next = Infinity] =
    cron === null ? [] : deps.schedule.nextFires({ cron, timeZone, after: scheduledFor, count: 1 });
  return Math.min(ms, Math.max(next - now() - lastPassesMs, shortestMs));
}

/**
 * The next two fires; during catch-up, the next one for the claim pass to classify. None if the schedule of this fire
 * may have changed.
 */
function firesAfter({
  deps,
  order,
  launch,
}: {
  deps: ActivityDeps;
  order: FireOrder;
  launch: Claim;
}): PlannedFire[] {
  const { jobId, scheduledFor, version, cron, timeZone } = order;
  if (cron === null || (launch.kind === 'call' && launch.call.jobVersion !== version)) return [];
  const instants = deps.schedule.nextFires({ cron, timeZone, after: scheduledFor, count: 2 });
  const due = instants.filter((instant) => instant <= now());
  const isCaughtUp = launch.kind === 'call' && launch.call.trigger === 'catch_up';
  if (due.length > 0 && !isCaughtUp) return [];
  return (due.length > 0 ? due.slice(0, 1) : instants).map((instant) =>
    withLead({ deps, jobId, scheduledFor: instant }),
  );
}
