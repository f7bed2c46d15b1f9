import { Context } from '@temporalio/activity';
import type { Claim, Recorded } from '#server/executions/ledger/types.ts';
import { now } from '#worker/background/clock.ts';
import { shortestGraceMs } from '#worker/limits/lead-time.ts';
import type { FireResult, FireOrder, JobActivities, PlannedFire } from '#workflows/contract.ts';
import { toAttemptOutcome, cutOf, refOf } from './attempt-outcome.ts';
import { claimSoon } from './claim-soon.ts';
import type { ActivityDeps } from './deps.ts';
import { makeCall } from './make-call.ts';
import { withLead } from './plan-next-fire.ts';
import { leaveToOthers, retryLater, waitForTurn } from './retry-later.ts';

/** Half of the shortest time that Temporal gives a fire for its first sign of life. */
const quietMs = shortestGraceMs / 2;
/** The share of a wait after which a sign of life comes: at random, so that thousands do not come at once. */
const shareOfWait = () => 0.3 + 0.4 * Math.random();
const shortestMs = 1_000;
/** Two looks a second and a half apart, the last of which ends what a limit still holds back. */
const lastPassesMs = 3_000;

/** Holds a fire until its instant, makes its first attempt and answers what came of it and what comes next. */
export function makeFire(deps: ActivityDeps): JobActivities['fire'] {
  return async (order): Promise<FireResult> => {
    const context = Context.current();
    const { jobId, scheduledFor, version } = order;
    const from = firstHeartbeatAt({ info: context.info, scheduledFor });
    const stopHeartbeat = deps.heartbeats.begin({ send: () => context.heartbeat(), from });
    try {
      const launch = await deps.pad.launch({ jobId, scheduledFor, version, ...refOf(context.info) });
      if (launch.kind === 'no_lease') throw leaveToOthers();
      if (launch.kind === 'put_off') throw retryLater(delayOf({ deps, order, ms: launch.ms }));
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
 * When a fire that is still held or called gives its first sign of life. Each is a write in Temporal's store, and after an
 * instant of thousands they would take from the calls what these need to leave: the more time there is, the later they
 * begin.
 */
function firstHeartbeatAt({ info, scheduledFor }: { info: Context['info']; scheduledFor: number }): number {
  const { heartbeatTimeoutMs = 0, currentAttemptScheduledTimestampMs } = info;
  const graceMs = currentAttemptScheduledTimestampMs + heartbeatTimeoutMs - scheduledFor;
  const spareMs = Math.max(graceMs - shortestGraceMs, 0);
  return scheduledFor + quietMs + spareMs * shareOfWait();
}

/**
 * Waits until the result may go back. After a large burst that takes longer than Temporal waits for a sign of life: a fire
 * that was handed out again would cost more than the few signs that it takes.
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
 * The next attempt of a fire that was handed out again, if its time has come: its worker was lost. The way through the
 * chain would take Temporal four more writes for each of a thousand at once, which are late already.
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
  // Its row is gone with its job: the chain hears so when it asks.
  if (claimed.kind === 'changed') return recorded;
  if (claimed.kind === 'wait') throw waitForTurn();
  return claimed.kind === 'call'
    ? makeCall({ deps, call: claimed.call, until: cutOf(context) })
    : claimed.recorded;
}

/** The fire comes back after its wait, or in time for the last looks before the next one is due. */
function delayOf({ deps, order, ms }: { deps: ActivityDeps; order: FireOrder; ms: number }): number {
  const { scheduledFor, cron, timeZone } = order;
  const [next = Infinity] =
    cron === null ? [] : deps.schedule.nextFires({ cron, timeZone, after: scheduledFor, count: 1 });
  return Math.min(ms, Math.max(next - now() - lastPassesMs, shortestMs));
}

/**
 * The next two fires; of fires that are caught up one after another the next one, which the last look judges. None
 * where the schedule that named this one is no longer sure to name them.
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
