import { now as clock } from '#server/clock.server.ts';
import { getPool } from '#server/database/db.server.ts';
import type { JobRow } from '#server/jobs/types.ts';

/** Days covered by the counts of a job. */
export const countedDays = 30;

/** A job as admins see it: its host and how it goes, never what it sends or gets (security.md section 9). */
export interface AdminJob {
  id: number;
  name: string;
  host: string;
  status: JobRow['status'];
  ownerId: number;
  ownerEmail: string;
  /** Executions of the last 30 days; failed ones with superseded and unknown. */
  successful: number;
  failed: number;
  /** In a row, up to now. */
  failureStreak: number;
  lastRunAt: Date | null;
}

const columns = `
  j."id", j."name", j."targetHost" as "host", j."status", j."ownerId", u."email" as "ownerEmail",
  coalesce(d."successful", 0)::int8 as "successful", coalesce(d."failed", 0)::int8 as "failed",
  coalesce(s."failureStreak", 0) as "failureStreak", s."lastRunAt"`;

// Counts of the jobs of one page only, from the statistics of their days.
const beside = `
  join "User" u on u."id" = j."ownerId"
  left join "JobState" s on s."jobId" = j."id"
  left join lateral (
    select sum(x."success") as "successful", sum(x."failed" + x."superseded" + x."unknown") as "failed"
    from "DailyStat" x where x."jobId" = j."id" and x."day" > $1::date - ${countedDays}
  ) d on true`;

/** Filter and order of each list. */
const lists = {
  /** The newest first. */
  active: {
    from: `from "Job" j where j."status" = 'active' and j."deletedAt" is null`,
    order: `j."id" desc`,
    orderOfPage: `j."id" desc`,
  },
  /** Jobs with a failed last execution, most recent first. */
  failing: {
    from: `from "JobResult" r join "Job" j on j."id" = r."jobId" left join "JobState" t on t."jobId" = j."id"
      where r."result" = 'failed' and j."deletedAt" is null`,
    order: `t."lastRunAt" desc nulls last, j."id" desc`,
    orderOfPage: `s."lastRunAt" desc nulls last, j."id" desc`,
  },
} as const;

export type AdminJobList = keyof typeof lists | { ownerId: number };

const listOf = (list: AdminJobList) =>
  typeof list === 'string'
    ? lists[list]
    : {
        from: `from "Job" j where j."ownerId" = ${list.ownerId} and j."deletedAt" is null`,
        order: `j."id" desc`,
        orderOfPage: `j."id" desc`,
      };

/** The texts of both statements, for the test of their plans. */
export function allJobsTexts(list: AdminJobList): { rows: string; count: string } {
  const { from, order, orderOfPage } = listOf(list);
  return {
    rows: `
      with page as materialized (
        select j."id" ${from} order by ${order} limit $2 offset $3
      )
      select ${columns} from page p join "Job" j on j."id" = p."id" ${beside} order by ${orderOfPage}`,
    count: `select count(*) as "total" ${from}`,
  };
}

/** A page of jobs over all owners, or of one. */
export async function listAllJobs({
  list,
  page,
  perPage,
}: {
  list: AdminJobList;
  /** From 1. */
  page: number;
  perPage: number;
}): Promise<{ jobs: AdminJob[]; total: number }> {
  const { rows, count } = allJobsTexts(list);
  const today = clock().toISOString().slice(0, 10);
  const [jobs, counted] = await Promise.all([
    getPool().query<AdminJob>(rows, [today, perPage, (page - 1) * perPage]),
    getPool().query<{ total: number }>(count),
  ]);
  return { jobs: jobs.rows, total: counted.rows[0]?.total ?? 0 };
}
