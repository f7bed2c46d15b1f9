import type { JobQuery } from '#domain/job/job-query.ts';
import { db } from '#server/database/db.server.ts';
import { matchingJobs } from '#server/jobs/reads/matching-jobs.server.ts';
import type { JobWithState } from '#server/jobs/types.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';

/**
 * Jobs of an owner a query matches, in its order.
 * @param skip and take a window of what matches; `matching` counts all of it
 */
export async function listJobs(list: {
  ownerId: number;
  query: JobQuery;
  skip?: number;
  take: number;
}): Promise<{ jobs: JobWithState[]; matching: number }> {
  const { ids, matching } = await matchingJobs(list);
  const rows = await db().job.findMany({ where: { id: { in: ids } }, include: { state: true } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const jobs = ids.flatMap((id) => {
    const found = byId.get(id);
    if (!found) return [];
    const { state, ...row } = found;
    return [{ job: decryptJob(row), state }];
  });
  return { jobs, matching };
}
