import type { JobInput } from '#domain/job.ts';
import { db } from '#server/db.server.ts';
import { getJob } from '#server/jobs/get-job.server.ts';
import { jobInputOf } from '#server/jobs/job-input-of.server.ts';
import type { JobWithState, Owner } from '#server/jobs/types.ts';

/** A job with all that is told of it outside. */
export interface JobReport extends JobWithState {
  /** What its owner may edit. */
  input: JobInput;
  /** Executions of all time; superseded and unknown ones count as failed (D33). */
  counts: { successful: number; failed: number };
  /** Instants to come that are left out, UTC milliseconds, oldest first. */
  skips: number[];
}

/**
 * One job of this owner with all that is told of it.
 * @throws AppError not_found: absent, deleted or another's, told in the same words (D20)
 */
export async function reportJob(asked: { owner: Owner; jobId: number }): Promise<JobReport> {
  const [report] = await reportJobs([await getJob(asked)]);
  if (!report) throw new Error('A job was not reported.');
  return report;
}

/** Adds to many jobs what is counted and left out of them, in two queries. */
export async function reportJobs(jobs: JobWithState[]): Promise<JobReport[]> {
  const jobId = { in: jobs.map(({ job }) => job.id) };
  const [counts, skips] = await Promise.all([
    db().dailyStat.groupBy({
      by: ['jobId'],
      where: { jobId },
      _sum: { success: true, failed: true, superseded: true, unknown: true },
    }),
    db().skip.findMany({
      where: { jobId, scheduledFor: { gt: new Date() } },
      orderBy: { scheduledFor: 'asc' },
    }),
  ]);
  const sums = new Map(counts.map((row) => [row.jobId, row._sum]));
  return jobs.map(({ job, state }) => {
    const sum = sums.get(job.id);
    const failed = (sum?.failed ?? 0) + (sum?.superseded ?? 0) + (sum?.unknown ?? 0);
    return {
      job,
      state,
      input: jobInputOf(job),
      counts: { successful: sum?.success ?? 0, failed },
      skips: skips.filter((skip) => skip.jobId === job.id).map(({ scheduledFor }) => scheduledFor.getTime()),
    };
  });
}
