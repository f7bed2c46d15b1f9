import { jobLimit, type Tier } from '#domain/plan.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { JobRow } from '#server/jobs/types.ts';

type Status = JobRow['status'];

export interface JobCounts {
  total: number;
  active: number;
  /** Jobs that count toward the plan: active and paused (D38). */
  used: number;
  limit: number;
}

const countStatement: Statement = {
  name: 'job-counts',
  text: `
    select j."status", count(*) as "jobs" from "Job" j
    where j."ownerId" = $1 and j."deletedAt" is null group by j."status"`,
};

/** Number of jobs an owner has, and how many the plan holds (Infinity: no limit). */
export async function countJobs({ ownerId, tier }: { ownerId: number; tier: Tier }): Promise<JobCounts> {
  const groups = await query<{ status: Status; jobs: number }>({
    client: getPool(),
    statement: countStatement,
    values: [ownerId],
  });
  const of = (status: Status) => groups.find((group) => group.status === status)?.jobs ?? 0;
  const used = of('active') + of('paused');
  return { total: used + of('inactive'), active: of('active'), used, limit: jobLimit(tier) };
}
