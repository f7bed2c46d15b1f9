import { getPool } from '#server/database/db.server.ts';

/** Number of jobs with a schedule in force: determines the lead time. */
export async function countActiveJobs(): Promise<number> {
  const { rows } = await getPool().query<{ count: number }>(
    `select count(*)::int as "count" from "Job"
     where "status" = 'active' and "deletedAt" is null and "cronExpression" is not null`,
  );
  return rows[0]?.count ?? 0;
}
