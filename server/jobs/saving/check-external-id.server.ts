import { AppError } from '#domain/errors.ts';
import type { Tx } from '#server/database/db.server.ts';

/**
 * Refuses an external id of another job of the owner (D40). Under the owner's lock: no other save can use it meanwhile.
 * @param jobId null for a new job
 * @throws AppError validation_error on externalId
 */
export async function checkExternalId({
  tx,
  ownerId,
  jobId,
  externalId,
}: {
  tx: Tx;
  ownerId: number;
  jobId: number | null;
  externalId: string | null;
}): Promise<void> {
  if (externalId === null) return;
  const other = await tx.job.findFirst({
    where: { ownerId, externalId, deletedAt: null, ...(jobId !== null && { id: { not: jobId } }) },
    select: { name: true },
  });
  if (!other) return;
  const message = `Your job ${other.name} has this external id. Write another one.`;
  throw new AppError('validation_error', { message, details: { externalId: message } });
}
