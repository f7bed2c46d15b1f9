import { db } from '#server/db.server.ts';

export interface FailingJob {
  id: number;
  name: string;
  failureStreak: number;
  streakStartedAt: Date | null;
}

/** Active jobs whose last execution failed, first those that have failed for the longest time. */
export async function listFailingJobs({ ownerId, take }: { ownerId: number; take: number }) {
  const [rows, total] = await Promise.all([
    db().failingJob.findMany({
      where: { ownerId },
      select: {
        job: {
          select: { id: true, name: true, state: { select: { failureStreak: true, streakStartedAt: true } } },
        },
      },
      orderBy: [{ since: 'asc' }, { jobId: 'asc' }],
      take,
    }),
    db().failingJob.count({ where: { ownerId } }),
  ]);
  const jobs: FailingJob[] = rows.map(({ job: { id, name, state } }) => ({
    id,
    name,
    failureStreak: state?.failureStreak ?? 0,
    streakStartedAt: state?.streakStartedAt ?? null,
  }));
  return { jobs, total };
}
