import { tsToMs } from '@temporalio/common/lib/time';
import { tryAll } from '#server/engine/relay/try-all.server.ts';
import type { LostActivity } from '#server/executions/ledger/types.ts';
import { log } from '#server/log.server.ts';
import { failActivities, waitsForWorker } from './fail-activities.server.ts';
import { overdueFires, type OverdueFire } from './overdue-fires.server.ts';
import { runsWithFires } from './runs-with-fires.server.ts';

/** Limits the checks in a late crowd: each check takes time from calls in progress. */
const atOnce = 20;

/**
 * Makes Temporal redispatch fires whose worker never received them. An overloaded server marks a fire as dispatched and
 * then loses it; without this, it would wait for the whole timeout of the fire, for a minutely job until the next
 * instant (docs/decisions/017).
 * @param overdueMs minimum age of an instant without a claim in the ledger and without a call of its job in flight, or
 *   of a due retry since its worker was lost
 * @param silentMs minimum time since its dispatch without a heartbeat
 * @throws Error if the database is down; without a response from Temporal, the next check tries again
 */
export async function renewLostDeliveries({
  overdueMs = 15_000,
  silentMs = 5_000,
}: { overdueMs?: number; silentMs?: number } = {}): Promise<void> {
  const lost: LostActivity[] = [];
  await tryAll({
    items: await overdueFires({ overdueMs, limit: atOnce }),
    act: async (fire) => {
      const held = await silentHold({ ...fire, silentMs });
      if (held) lost.push(held);
    },
  });
  for (const { workflowId } of lost) log().warn({ workflowId }, 'a fire is redispatched: no worker has it');
  await failActivities(lost);
}

/**
 * The first open fire of a job's workflow, if it was dispatched and has had no heartbeat since. A later one waits for a
 * future instant, without heartbeats until then.
 */
async function silentHold({
  jobId,
  scheduledFor,
  now,
  silentMs,
}: OverdueFire & { silentMs: number }): Promise<LostActivity | undefined> {
  const lostAt = now - silentMs;
  for await (const { workflowId, runId, fires } of runsWithFires({ jobId, scheduledFor })) {
    const [first] = fires.sort((a, b) => Number(a.activityId) - Number(b.activityId));
    if (!first?.activityId || Number(first.state) === waitsForWorker) continue;
    const { activityId, lastStartedTime, lastHeartbeatTime } = first;
    const isSilent = [lastStartedTime, lastHeartbeatTime].every((at) => !at || tsToMs(at) <= lostAt);
    if (isSilent) return { workflowId, runId, activityId, lostAt };
  }
  return undefined;
}
