import type { JobActivities, PlannedFire } from '#workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';

/** Asks the ledger what the job's schedule names next; the ledger settles the past first. */
export function makePlanNextFire(deps: ActivityDeps): JobActivities['planNextFire'] {
  return async ({ jobId }) => {
    const plan = await deps.planFires(jobId);
    if (plan.kind === 'gone') return { tag: 1, kind: 'gone' };
    const { version, ownerId, name, status, tier, cron, timeZone, timeoutSeconds, lastOutcome } = plan;
    const facts = { version, ownerId, name, status, tier, cron, timeZone, timeoutSeconds, lastOutcome };
    return {
      tag: 1,
      kind: 'next',
      facts: { ...facts, link: deps.linkOf(jobId), graceMs: deps.arming.graceMs() },
      fires:
        plan.kind === 'fires'
          ? plan.fires.map(({ scheduledFor }) => withLead({ deps, jobId, scheduledFor }))
          : [],
    };
  };
}

/** When the chain hands a fire to the launch pad at the latest. */
export function withLead({
  deps,
  jobId,
  scheduledFor,
}: {
  deps: ActivityDeps;
  jobId: number;
  scheduledFor: number;
}): PlannedFire {
  return { scheduledFor, wakeAt: scheduledFor - deps.arming.leadMs(jobId) };
}
