import { AppError } from '#domain/errors.ts';
import { db } from '#server/database/db.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/**
 * Ends a request for a channel that this owner does not have; asking for another's leaves a trace.
 * @throws AppError not_found, always
 */
export async function refuseAbsentChannel({
  owner: { id: actorId, request },
  channelId,
}: {
  owner: Owner;
  channelId: number;
}): Promise<never> {
  const foreign = await db().channel.count({
    where: { id: channelId, userId: { not: actorId }, deletedAt: null },
  });
  if (foreign)
    await recordEvent({
      tx: db(),
      code: 'foreign_id',
      actorId,
      details: { channel: channelId },
      ...(request && { request }),
    });
  throw new AppError('not_found');
}
