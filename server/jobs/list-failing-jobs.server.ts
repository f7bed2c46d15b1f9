import { db } from '#server/db.server.ts';

export interface FailingJob {
  id: number;
  name: string;
  failureStreak: number;
  streakStartedAt: Date | null;
}

/** Active jobs whose last execution failed, the longest streak first. */
export async function listFailingJobs({ ownerId, take }: { ownerId: number; take: number }) {
  const where = { ownerId, deletedAt: null, status: 'active', state: { failureStreak: { gt: 0 } } } as const;
  const [rows, total] = await Promise.all([
    db().job.findMany({
      where,
      select: { id: true, name: true, state: { select: { failureStreak: true, streakStartedAt: true } } },
      orderBy: [{ state: { failureStreak: 'desc' } }, { id: 'asc' }],
      take,
    }),
    db().job.count({ where }),
  ]);
  const jobs: FailingJob[] = rows.map(({ id, name, state }) => ({
    id,
    name,
    failureStreak: state?.failureStreak ?? 0,
    streakStartedAt: state?.streakStartedAt ?? null,
  }));
  return { jobs, total };
}
