import { db } from '#server/database/db.server.ts';
import { planPauseReason } from '#server/jobs/pause-above-limit.server.ts';

/**
 * The jobs of an account that a lower plan has paused and that nobody has resumed since (D22), oldest first: what
 * their owner is told.
 */
export async function listPausedByPlan({
  ownerId,
}: {
  ownerId: number;
}): Promise<{ id: number; name: string }[]> {
  return db().job.findMany({
    where: { ownerId, deletedAt: null, status: 'paused', pauseReason: { startsWith: planPauseReason } },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
  });
}
