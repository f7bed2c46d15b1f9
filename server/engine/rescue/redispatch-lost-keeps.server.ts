import { tsToMs } from '@temporalio/common/lib/time';
import { tryAll } from '#server/engine/relay/try-all.server.ts';
import type { LostActivity } from '#server/executions/ledger/types.ts';
import { log } from '#server/log.server.ts';
import { failActivities, waitsForWorker } from './fail-activities.server.ts';
import { openKeep } from './open-keep.server.ts';
import { overdueFires, type OverdueFire } from './overdue-fires.server.ts';

/** Limits the checks in a late crowd: each check takes time from calls in progress. */
const atOnce = 20;

/**
 * Makes Temporal redispatch jobs with an overdue fire that no worker holds: an overloaded server has marked an activity
 * as dispatched and then lost it, a worker died before it had claimed the job, or the residencies were deleted. Without
 * this, the job would wait for the whole timeout of its activity (docs/decisions/017).
 * @param overdueMs minimum age of an instant without a claim in the ledger and without a call of its job in flight, or
 *   of a due retry since its worker was lost
 * @param silentMs minimum time since its dispatch
 * @throws Error if the database is down; without a response from Temporal, the next check tries again
 */
export async function redispatchLostKeeps({
  overdueMs = 1_000,
  silentMs = 5_000,
}: { overdueMs?: number; silentMs?: number } = {}): Promise<void> {
  const lost: LostActivity[] = [];
  await tryAll({
    items: await overdueFires({ overdueMs, limit: atOnce }),
    act: async (fire) => {
      const keep = await silentKeep({ ...fire, silentMs });
      if (keep) lost.push(keep);
    },
  });
  for (const { workflowId } of lost) log().warn({ workflowId }, 'a job that no worker holds is redispatched');
  await failActivities(lost);
}

async function silentKeep({
  jobId,
  now,
  silentMs,
}: OverdueFire & { silentMs: number }): Promise<LostActivity | undefined> {
  const lostAt = now - silentMs;
  const open = await openKeep(jobId);
  if (!open || Number(open.keep.state) === waitsForWorker) return undefined;
  const { workflowId, runId, activityId, keep } = open;
  return tsToMs(keep.lastStartedTime) <= lostAt ? { workflowId, runId, activityId, lostAt } : undefined;
}
