import { db } from '#server/db.server.ts';

/** That a fire was left out, or taken back. */
export interface SkipChange {
  scheduledFor: Date;
  isSkipped: boolean;
  changedAt: Date;
}

/**
 * What was done about single fires of a job, newest first.
 * @param ownerId its owner, who alone can do it: of the jobs of others there is nothing
 */
export async function listSkipChanges({
  ownerId,
  jobId,
  limit,
}: {
  ownerId: number;
  jobId: number;
  limit: number;
}): Promise<SkipChange[]> {
  return db().skipChange.findMany({
    where: { jobId, job: { ownerId, deletedAt: null } },
    orderBy: { id: 'desc' },
    take: limit,
    select: { scheduledFor: true, isSkipped: true, changedAt: true },
  });
}
