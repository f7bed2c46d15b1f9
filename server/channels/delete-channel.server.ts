import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { removedChannel } from './decrypt-channel.server.ts';
import { lockChannelJobs } from './lock-channel-jobs.server.ts';
import { refuseAbsentChannel } from './refuse-absent-channel.server.ts';
import { recordChannelEvent } from './save-channel.server.ts';

/**
 * Deletes a channel: it leaves the rules of jobs and the defaults at once, its secrets are wiped, and nothing more is
 * sent to it. A maintenance task removes its notifications and its row.
 * @throws AppError not_found: absent or another's
 */
export async function deleteChannel({
  owner,
  channelId,
}: {
  owner: Owner;
  channelId: number;
}): Promise<void> {
  const { id: userId } = owner;
  const isDeleted = await savesOf(userId).$transaction(async (tx) => {
    await lockOwner({ tx, ownerId: userId });
    const where = { id: channelId, userId, deletedAt: null };
    const row = await tx.channel.findFirst({ where });
    if (!row) return false;
    await lockChannelJobs({ tx, channelId });
    await tx.channel.updateMany({ where, data: removedChannel({ userId }) });
    const { name, kind } = row;
    await recordChannelEvent({ tx, owner, channelId, details: { act: 'deleted', name, kind } });
    return true;
  });
  if (!isDeleted) await refuseAbsentChannel({ owner, channelId });
}
