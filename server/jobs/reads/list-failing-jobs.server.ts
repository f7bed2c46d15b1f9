import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

export interface FailingJob {
  id: number;
  name: string;
  failureStreak: number;
  streakStartedAt: Date | null;
}

const failingStatement: Statement = {
  name: 'failing-jobs',
  text: `
    select j."id", j."name", coalesce(s."failureStreak", 0) as "failureStreak", s."streakStartedAt",
      (select count(*) from "FailingJob" a where a."ownerId" = $1) as "total"
    from "FailingJob" f
    join "Job" j on j."id" = f."jobId"
    left join "JobState" s on s."jobId" = f."jobId"
    where f."ownerId" = $1
    order by f."since", f."jobId" limit $2`,
};

/**
 * Active jobs with a failed last execution, longest failing first.
 * @param take 1 or more; `total` counts all of them
 */
export async function listFailingJobs({
  ownerId,
  take,
}: {
  ownerId: number;
  take: number;
}): Promise<{ jobs: FailingJob[]; total: number }> {
  const rows = await query<FailingJob & { total: number }>({
    client: getPool(),
    statement: failingStatement,
    values: [ownerId, take],
  });
  return { jobs: rows.map(({ total: _, ...job }) => job), total: rows[0]?.total ?? 0 };
}
