import { columns, int } from '#server/database/columns.ts';
import { getPool } from '#server/database/db.server.ts';

export interface UnappliedJob {
  jobId: number;
  version: number;
  epoch: number;
  isDeleted: boolean;
}

const takenForSeconds = 10;
const longestBackoffSeconds = 30;

/**
 * Claims jobs with an unapplied newest version, and deleted ones, for 10 s: no row stays locked during the calls to
 * Temporal, and another relay takes over unfinished ones.
 */
export async function takeUnapplied({ limit }: { limit: number }): Promise<UnappliedJob[]> {
  const { rows } = await getPool().query<UnappliedJob>(
    `update "Job" set "applyAfter" = now() + make_interval(secs => $2)
     where "id" in (
       select "id" from "Job"
       where ("appliedVersion" < "desiredVersion" or "deletedAt" is not null) and "applyAfter" <= now()
       order by "applyAfter" limit $1 for update skip locked
     )
     returning "id" as "jobId", "desiredVersion" as "version", "deletedAt" is not null as "isDeleted",
       (select "epoch" from "Installation") as "epoch"`,
    [limit, takenForSeconds],
  );
  return rows;
}

const applied = columns<{ jobId: number; version: number }>({
  id: int(({ jobId }) => jobId),
  version: int(({ version }) => version),
});

/** Records the applied versions; a version saved meanwhile is pushed next. */
export async function markApplied(jobs: { jobId: number; version: number }[]): Promise<void> {
  if (jobs.length === 0) return;
  const sorted = jobs.toSorted((a, b) => a.jobId - b.jobId);
  await getPool().query(
    `update "Job" j set "appliedVersion" = greatest(j."appliedVersion", a."version"), "applyFailures" = 0,
       "applyAfter" = now()
     from (select * from ${applied.unnest} as a(${applied.names}) order by 1) a where j."id" = a."id"`,
    applied.values(sorted),
  );
}

/** Puts jobs off: 2, 4, 8 … 30 s. */
export async function markFailed(jobIds: number[]): Promise<void> {
  if (jobIds.length === 0) return;
  await getPool().query(
    `update "Job" set "applyFailures" = "applyFailures" + 1,
       "applyAfter" = now() + make_interval(secs => least(2 ^ least("applyFailures" + 1, 10), $2))
     where "id" = any($1)`,
    [jobIds, longestBackoffSeconds],
  );
}
