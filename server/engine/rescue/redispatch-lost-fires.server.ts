import { tsToMs } from '@temporalio/common/lib/time';
import { tryAll } from '#server/engine/relay/try-all.server.ts';
import type { LostActivity } from '#server/executions/ledger/types.ts';
import { log } from '#server/log.server.ts';
import { failActivities, waitsForWorker } from './fail-activities.server.ts';
import { overdueFires, type OverdueFire } from './overdue-fires.server.ts';
import { runsWithFires } from './runs-with-fires.server.ts';

/** Of a crowd that is late only so many are looked at: each look takes from the calls that are on their way. */
const atOnce = 20;

/**
 * Has Temporal hand out again the fires that it gave to a worker which never got them. An overloaded server notes that a
 * fire was handed out and loses it on the way; of one that had been handed out before it hears only after the whole wait
 * for the fire once more, which for a minutely job is the next instant (docs/decisions/017).
 * @param overdueMs so long an instant has to be past, with no claim of it in the ledger and no call of its job under way,
 *   or so long a call has to wait for being repeated since its worker was lost
 * @param silentMs so long ago it has to have been handed out, with no sign of life since
 * @throws Error if the database is away; what Temporal does not answer is left to the next look
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
  for (const { workflowId } of lost)
    log().warn({ workflowId }, 'a fire is handed out again: no worker has it');
  await failActivities(lost);
}

/**
 * The first fire that a run of the job has open, if it was handed out and nothing was heard of it since. A later one is
 * held for an instant to come, and silent until then.
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
