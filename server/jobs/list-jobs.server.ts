import { db } from '#server/db.server.ts';
import type { Prisma } from '#server/generated/client.ts';
import { openJob } from '#server/jobs/open-job.server.ts';
import type { JobFilter, JobWithState } from '#server/jobs/types.ts';

/**
 * Jobs of an owner, the one that fires next first, those without a next fire last.
 *
 * @param search part of the name, in any case
 * @param filter drafts are listed under paused (D8)
 * @param skip and take a window of what matches; `matching` counts all of it
 */
export async function listJobs({
  ownerId,
  search = '',
  filter = 'all',
  skip = 0,
  take,
}: {
  ownerId: number;
  search?: string;
  filter?: JobFilter;
  skip?: number;
  take: number;
}): Promise<{ jobs: JobWithState[]; matching: number }> {
  const where: Prisma.JobWhereInput = { ownerId, deletedAt: null };
  if (search) where.name = { contains: escapeLike(search), mode: 'insensitive' };
  if (filter !== 'all') where.status = { in: filter === 'active' ? ['active'] : ['paused', 'inactive'] };
  const [rows, matching] = await Promise.all([
    db().job.findMany({
      where,
      include: { state: true },
      orderBy: [{ state: { nextRunAt: { sort: 'asc', nulls: 'last' } } }, { id: 'asc' }],
      skip,
      take,
    }),
    db().job.count({ where }),
  ]);
  return { jobs: rows.map(({ state, ...row }) => ({ job: openJob(row), state })), matching };
}

/** The database reads % and _ as wildcards; a name is searched as it is written. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
