import { db } from '#server/database/db.server.ts';
import { planPauseReason } from '#server/jobs/pause-above-limit.server.ts';

/** Jobs paused by a downgrade and not resumed since (D22), oldest first: shown to their owner. */
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
