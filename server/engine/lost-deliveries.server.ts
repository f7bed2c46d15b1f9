import { WorkflowNotFoundError } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time';
import { openPool } from '#server/db.server.ts';
import type { LostActivity } from '#server/executions/types.ts';
import { log } from '#server/log.server.ts';
import { fireWorkflowId, jobWorkflowId } from '#workflows/contract.ts';
import { failActivities } from './fail-activities.server.ts';
import { inParts } from './start-all.server.ts';
import { temporalClient, withinMs } from './temporal-client.server.ts';

/** Where more are overdue everything is late, and each look would take from the calls that are on their way. */
const crowd = 100;
const callLimitMs = 5_000;

interface OverdueFire {
  jobId: number;
  scheduledFor: number;
  /** The database's clock. */
  now: number;
}

/**
 * Has Temporal hand out again the fires that it gave to a worker which never got them. An overloaded server notes that a
 * fire was handed out and loses it on the way; of one that had been handed out before it hears only after the whole wait
 * for the fire once more, which for a minutely job is the next instant.
 * @param overdueMs so long an instant has to be past, with no claim of it in the ledger and no call of its job under way
 * @param silentMs so long ago it has to have been handed out, with no sign of life since
 */
export async function renewLostDeliveries({
  overdueMs = 15_000,
  silentMs = 5_000,
}: { overdueMs?: number; silentMs?: number } = {}): Promise<void> {
  const overdue = await overdueFires({ overdueMs });
  if (overdue.length > crowd) return;
  const lost: LostActivity[] = [];
  await inParts(overdue, async (fire) => {
    const held = await withinMs({ ms: callLimitMs, call: () => silentHold({ ...fire, silentMs }) });
    if (!held) return;
    log().warn({ jobId: fire.jobId }, 'a fire is handed out again: no worker has it');
    lost.push(held);
  });
  await failActivities(lost);
}

/** Fires of active jobs that nobody has claimed, more than a crowd at most; older ones are the watchdog's. */
async function overdueFires({ overdueMs }: { overdueMs: number }): Promise<OverdueFire[]> {
  const { rows } = await openPool().query<OverdueFire>(
    `select j."id" as "jobId", (extract(epoch from s."nextRunAt") * 1000)::float8 as "scheduledFor",
       (extract(epoch from now()) * 1000)::float8 as "now"
     from "JobState" s join "Job" j on j."id" = s."jobId"
     where s."nextRunAt" < now() - $1 * interval '1 millisecond' and s."nextRunAt" > now() - interval '10 minutes'
       and j."deletedAt" is null and (j."status" = 'active' or j."pausedUntil" <= now())
       and not exists (select from "Execution" e where e."jobId" = j."id" and e."outcome" is null)
       and not exists (
         select from "Execution" e
         where e."jobId" = j."id" and e."scheduledFor" = s."nextRunAt" and e."trigger" in ('schedule', 'catch_up')
       )
     limit $2`,
    [overdueMs, crowd + 1],
  );
  return rows;
}

/** The activity that was handed out to hold a fire and of which nothing was heard since; undefined if there is none. */
async function silentHold({
  jobId,
  scheduledFor,
  now,
  silentMs,
}: OverdueFire & { silentMs: number }): Promise<LostActivity | undefined> {
  for (const workflowId of [jobWorkflowId(jobId), fireWorkflowId({ jobId, scheduledFor })]) {
    const { runId, raw } = (await describe(workflowId)) ?? {};
    const fire = raw?.pendingActivities?.find(({ activityType }) => activityType?.name === 'fire');
    if (!runId || !fire?.activityId) continue;
    const heardAt = [fire.lastStartedTime, fire.lastHeartbeatTime].map((at) => (at ? tsToMs(at) : 0));
    const lostAt = now - silentMs;
    // One that waits to be handed out is told apart by failActivities.
    return Math.max(...heardAt) <= lostAt
      ? { workflowId, runId, activityId: fire.activityId, lostAt }
      : undefined;
  }
  return undefined;
}

async function describe(workflowId: string) {
  try {
    return await temporalClient().workflow.getHandle(workflowId).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
