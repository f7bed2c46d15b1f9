import { jobLimit, type Tier } from '#domain/plan.ts';
import { db } from '#server/db.server.ts';

export interface JobCounts {
  total: number;
  active: number;
  /** What counts to the plan: active and paused (D38). */
  used: number;
  limit: number;
}

/** How many jobs an owner has, and how many the plan holds (Infinity: no limit). */
export async function countJobs({ ownerId, tier }: { ownerId: number; tier: Tier }): Promise<JobCounts> {
  const groups = await db().job.groupBy({
    by: ['status'],
    where: { ownerId, deletedAt: null },
    _count: { _all: true },
  });
  const of = (status: string) => groups.find((group) => group.status === status)?._count._all ?? 0;
  const used = of('active') + of('paused');
  return { total: used + of('inactive'), active: of('active'), used, limit: jobLimit(tier) };
}
