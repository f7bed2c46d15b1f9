import type { Tx } from '#server/database/db.server.ts';

/**
 * Locks the jobs whose rules name a channel before the channel itself, by id: a trigger writes them when the channel is
 * renamed or deleted. Order of locks: owner, jobs by id, channel, notifications (docs/data-flow.md). Called under the
 * owner's lock, so no save adds a rule meanwhile.
 */
export async function lockChannelJobs({ tx, channelId }: { tx: Tx; channelId: number }): Promise<void> {
  // Not FOR UPDATE: a recorded delivery holds the channel and refers to its job.
  await tx.$queryRaw`
    select "id" from "Job"
    where "id" in (select "jobId" from "NotificationRule" where "channelId" = ${channelId})
    order by "id" for no key update`;
}
