import { db } from '#server/database/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { refuseAbsentChannel } from './refuse-absent-channel.server.ts';
import { recordChannelEvent } from './save-channel.server.ts';

/**
 * Deletes a channel with its rules, its deliveries and what waits for it.
 * @throws AppError not_found: absent or another's
 */
export async function deleteChannel({
  owner,
  channelId,
}: {
  owner: Owner;
  channelId: number;
}): Promise<void> {
  const isDeleted = await db().$transaction(async (tx) => {
    const row = await tx.channel.findFirst({ where: { id: channelId, userId: owner.id } });
    if (!row) return false;
    const { count } = await tx.channel.deleteMany({ where: { id: channelId, userId: owner.id } });
    if (count === 0) return false;
    const { name, kind } = row;
    await recordChannelEvent({ tx, owner, channelId, details: { act: 'deleted', name, kind } });
    return true;
  });
  if (!isDeleted) await refuseAbsentChannel({ owner, channelId });
}
