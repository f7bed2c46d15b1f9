import { getPool } from '#server/database/db.server.ts';
import { scheduledTriggers } from '#server/database/sql-lists.ts';

export interface OverdueFire {
  jobId: number;
  scheduledFor: number;
  /** The database's clock. */
  now: number;
}

/** Conditions on "JobState" s and "Job" j: the job is active, and the ledger has no row for its next fire. */
export const isUnclaimed = `j."deletedAt" is null and (j."status" = 'active' or j."pausedUntil" <= now())
       and not exists (
         select from "Execution" e
         where e."jobId" = j."id" and e."scheduledFor" = s."nextRunAt" and e."trigger" in ${scheduledTriggers}
       )`;

/** Condition on "Job" j: no worker holds it; a worker that does, or takes it over, settles what is due. */
export const isNobodys = `not exists (select from "Residency" r where r."jobId" = j."id")`;

/**
 * Overdue fires of jobs that no worker holds: unclaimed, without a call of their job in flight; or waiting for an
 * attempt since their worker was lost. There is no upper age, because Temporal may have been away since then. If there
 * are more than the limit, each has a chance: waiting ones must not hide the others.
 */
export async function overdueFires({
  overdueMs,
  limit,
}: {
  overdueMs: number;
  limit: number;
}): Promise<OverdueFire[]> {
  const { rows } = await getPool().query<OverdueFire>(
    `select "jobId", (extract(epoch from "instant") * 1000)::float8 as "scheduledFor",
       (extract(epoch from now()) * 1000)::float8 as "now"
     from (
       select j."id" as "jobId", s."nextRunAt" as "instant"
       from "JobState" s join "Job" j on j."id" = s."jobId"
       where s."nextRunAt" < now() - $1 * interval '1 millisecond'
         and ${isUnclaimed} and ${isNobodys}
         and not exists (
           select from "Execution" e
           where e."jobId" = j."id" and e."outcome" is null and e."claimedAt" is not null and e."retryAt" is null
         )
       union
       select e."jobId", e."scheduledFor"
       from "Execution" e join "Job" j on j."id" = e."jobId"
       where e."outcome" is null and e."errorCode" = 'worker_lost' and e."scheduledFor" is not null and ${isNobodys}
         and e."retryAt" < now() - $1 * interval '1 millisecond'
     ) overdue
     order by random() limit $2`,
    [overdueMs, limit],
  );
  return rows;
}
