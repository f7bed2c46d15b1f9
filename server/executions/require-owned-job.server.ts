import { AppError } from '#domain/errors.ts';
import { db } from '#server/db.server.ts';

/** @throws AppError not_found: absent, deleted or another's, told in the same words (D20) */
export async function requireOwnedJob({ ownerId, jobId }: { ownerId: number; jobId: number }): Promise<void> {
  const found = await db().job.count({ where: { id: jobId, ownerId, deletedAt: null } });
  if (found === 0) throw new AppError('not_found');
}
