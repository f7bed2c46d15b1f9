import { fieldColumns, type JobColumn } from '#domain/job/field-table.ts';
import type { JobQuery } from '#domain/job/job-query.ts';
import type { JobInput } from '#domain/job/job.ts';
import { getPool } from '#server/database/db.server.ts';
import { refuseAbsentJob } from '#server/jobs/access/with-owned-job.server.ts';
import { matchingJobs } from '#server/jobs/reads/matching-jobs.server.ts';
import type { JobRow, JobState, DecryptedJob, Owner } from '#server/jobs/types.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';

const others = [
  'id',
  'ownerId',
  'pausedUntil',
  'pauseReason',
  'desiredVersion',
  'createdAt',
  'updatedAt',
] as const;

type Column = JobColumn | (typeof others)[number];
type Runs = Pick<JobState, 'lastRunAt' | 'nextRunAt'>;

/** A job with everything that the API says about it. */
export interface JobReport {
  job: Pick<DecryptedJob, Column>;
  /** Editable fields. */
  input: JobInput;
  state: Runs;
  /** Executions of all time; superseded and unknown ones count as failed (D33). */
  counts: { successful: number; failed: number };
  /** Instants to come that are left out, UTC milliseconds, oldest first. */
  skips: number[];
}

/**
 * One job of this owner with all its fields.
 * @throws AppError not_found: absent, deleted or another's, with the same message (D20)
 */
export async function reportJob({ owner, jobId }: { owner: Owner; jobId: number }): Promise<JobReport> {
  const [report] = await readReports({ ownerId: owner.id, ids: [jobId] });
  return report ?? refuseAbsentJob({ owner, jobId });
}

/**
 * Jobs of an owner that match a query, in its order, with all their fields.
 * @param skip and take: a window of the matches; `matching` counts all of them
 */
export async function reportJobs(list: {
  ownerId: number;
  query: JobQuery;
  skip?: number;
  take: number;
}): Promise<{ reports: JobReport[]; matching: number }> {
  const { ids, matching } = await matchingJobs(list);
  return { reports: await readReports({ ownerId: list.ownerId, ids }), matching };
}

// One statement for all of it: jobs are what API clients request most.
const reportText = `
  select ${[...fieldColumns, ...others].map((column) => `j."${column}"`).join(', ')},
    s."lastRunAt", s."nextRunAt", d."successful", d."failed",
    array(
      select k."scheduledFor" from "Skip" k where k."jobId" = j."id" and k."scheduledFor" > now()
      order by k."scheduledFor"
    ) as "skips"
  from unnest($2::int[]) with ordinality as a("id", "place")
  join "Job" j on j."id" = a."id" and j."ownerId" = $1::int and j."deletedAt" is null
  left join "JobState" s on s."jobId" = j."id"
  cross join lateral (
    select coalesce(sum(t."success"), 0) as "successful",
      coalesce(sum(t."failed" + t."superseded" + t."unknown"), 0) as "failed"
    from "DailyStat" t where t."jobId" = j."id"
  ) d
  order by a."place"`;

interface Counted {
  successful: number;
  failed: number;
  skips: Date[];
}

async function readReports({ ownerId, ids }: { ownerId: number; ids: number[] }): Promise<JobReport[]> {
  if (ids.length === 0) return [];
  const { rows } = await getPool().query<Pick<JobRow, Column> & Runs & Counted>({
    name: 'job-reports',
    text: reportText,
    values: [ownerId, ids],
  });
  return rows.map((row) => {
    const { lastRunAt, nextRunAt, successful, failed, skips } = row;
    const job = decryptJob(row);
    return {
      job,
      input: jobInputOf(job),
      state: { lastRunAt, nextRunAt },
      counts: { successful, failed },
      skips: skips.map((at) => at.getTime()),
    };
  });
}
