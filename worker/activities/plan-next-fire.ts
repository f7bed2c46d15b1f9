import type { FirePlan } from '#server/executions/ledger/types.ts';
import type { JobActivities, PlannedFire } from '#workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';

/**
 * Plans the next fires of a job in the ledger, which settles the past first. Fires already in flight are replaced by
 * the ones after them.
 */
export function makePlanNextFire(deps: ActivityDeps): JobActivities['planNextFire'] {
  return async ({ jobId, inFlight }) => {
    const plan = await deps.planFires(jobId);
    if (plan.kind === 'gone') return { tag: 1, kind: 'gone' };
    const { version, ownerId, name, status, tier, cron, timeZone, timeoutSeconds, overlap, lastOutcome } =
      plan;
    const facts = {
      version,
      ownerId,
      name,
      status,
      tier,
      cron,
      timeZone,
      timeoutSeconds,
      overlap,
      lastOutcome,
    };
    const instants = plan.kind === 'fires' ? beyond({ deps, plan, inFlight }) : [];
    return {
      tag: 1,
      kind: 'next',
      facts: { ...facts, link: deps.linkOf(jobId), graceMs: deps.leadTime.graceMs() },
      fires: instants.map((scheduledFor) => withLead({ deps, jobId, scheduledFor })),
    };
  };
}

const mostFires = 2;

function beyond({
  deps,
  plan: { fires, cron, timeZone },
  inFlight,
}: {
  deps: ActivityDeps;
  plan: Extract<FirePlan, { kind: 'fires' }>;
  inFlight: number[];
}): number[] {
  const named = fires.map(({ scheduledFor }) => scheduledFor);
  const isFree = (instant: number) => !inFlight.includes(instant);
  const free = named.filter(isFree);
  if (free.length === named.length || cron === null) return free;
  const after = Math.max(...named);
  const later = deps.schedule.nextFires({ cron, timeZone, after, count: mostFires + inFlight.length });
  return [...free, ...later.filter(isFree)].slice(0, mostFires);
}

/** Latest time to dispatch a fire to the launch pad. */
export function withLead({
  deps,
  jobId,
  scheduledFor,
}: {
  deps: ActivityDeps;
  jobId: number;
  scheduledFor: number;
}): PlannedFire {
  return { scheduledFor, wakeAt: scheduledFor - deps.leadTime.leadMs(jobId) };
}
