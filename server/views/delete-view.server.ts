import { AppError } from '#domain/errors.ts';
import { db } from '#server/database/db.server.ts';

/**
 * Deletes a view of the account; the jobs it finds stay.
 * @throws AppError not_found
 */
export async function deleteView({ userId, viewId }: { userId: number; viewId: number }): Promise<void> {
  const { count } = await db().savedView.deleteMany({ where: { id: viewId, userId } });
  if (count === 0) throw new AppError('not_found');
}
