import { db } from '#server/db.server.ts';
import { openJob } from '#server/jobs/open-job.server.ts';
import type { JobWithState, Owner } from '#server/jobs/types.ts';
import { refuseAbsentJob } from '#server/jobs/with-owned-job.server.ts';

/**
 * A job of this owner, opened, with its last and next run.
 * @throws AppError not_found: absent, deleted or another's, told in the same words (D20)
 */
export async function getJob({ owner, jobId }: { owner: Owner; jobId: number }): Promise<JobWithState> {
  const found = await db().job.findFirst({
    where: { id: jobId, ownerId: owner.id, deletedAt: null },
    include: { state: true },
  });
  if (!found) return refuseAbsentJob({ owner, jobId });
  const { state, ...row } = found;
  return { job: openJob(row), state };
}
