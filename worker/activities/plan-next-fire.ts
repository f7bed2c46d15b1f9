import type { JobActivities, PlannedFire } from '#workflows/contract.ts';
import type { ActivityDeps } from './deps.ts';

/** Plans the next fires of a job in the ledger, which settles the past first. */
export function makePlanNextFire(deps: ActivityDeps): JobActivities['planNextFire'] {
  return async ({ jobId }) => {
    const plan = await deps.planFires(jobId);
    if (plan.kind === 'gone') return { tag: 1, kind: 'gone' };
    const { version, ownerId, name, status, tier, cron, timeZone, timeoutSeconds, lastOutcome } = plan;
    const fires = plan.kind === 'fires' ? plan.fires : [];
    return {
      tag: 1,
      kind: 'next',
      facts: {
        ...{ version, ownerId, name, status, tier, cron, timeZone, timeoutSeconds, lastOutcome },
        link: deps.linkOf(jobId),
        graceMs: deps.leadTime.graceMs(),
        stayMs: deps.leadTime.stayMs(jobId),
      },
      fires: fires.map(({ scheduledFor }) => withLead({ deps, jobId, scheduledFor })),
      waiting: plan.waiting.map(({ executionId, retryAt, made }) => ({ executionId, retryAt, made })),
    };
  };
}

/** Latest time to hand a fire to the launch pad. */
export function withLead({
  deps,
  jobId,
  scheduledFor,
}: {
  deps: Pick<ActivityDeps, 'leadTime'>;
  jobId: number;
  scheduledFor: number;
}): PlannedFire {
  return { scheduledFor, wakeAt: scheduledFor - deps.leadTime.leadMs(jobId) };
}
