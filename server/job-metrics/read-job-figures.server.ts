import type { Outcome } from '#domain/outcome.ts';
import { inTransaction, query, type Statement } from '#server/database/transaction.server.ts';

/** Figures of a job for monitoring. Times are UTC milliseconds. */
export interface JobFigures {
  jobId: number;
  name: string;
  isPaused: boolean;
  lastOutcome: Outcome | null;
  lastRunAt: number | null;
  /** Of the last run that ended. */
  durationMs: number | null;
  latenessMs: number | null;
  nextRunAt: number | null;
  failureStreak: number;
  /** Executions since the job was created. */
  success: number;
  failed: number;
  superseded: number;
  skipped: number;
  missed: number;
  unknown: number;
}

// An account can have thousands of jobs: the sums of all come from one pass over their days.
const figuresStatement: Statement = {
  name: 'metrics-job-figures',
  text: `
    select j."id" as "jobId", j."name",
      j."status" = 'paused' and (j."pausedUntil" is null or j."pausedUntil" > now()) as "isPaused",
      s."lastOutcome", extract(epoch from s."lastRunAt")::float8 * 1000 as "lastRunAt", last."durationMs",
      last."latenessMs", s."failureStreak",
      case when j."status" = 'active' then extract(epoch from s."nextRunAt")::float8 * 1000 end as "nextRunAt",
      coalesce(d."success", 0)::int8 as "success", coalesce(d."failed", 0)::int8 as "failed",
      coalesce(d."superseded", 0)::int8 as "superseded", coalesce(d."skipped", 0)::int8 as "skipped",
      coalesce(d."missed", 0)::int8 as "missed", coalesce(d."unknown", 0)::int8 as "unknown"
    from "Job" j
    join "JobState" s on s."jobId" = j."id"
    left join lateral (
      select e."durationMs", e."latenessMs" from "Execution" e
      where e."jobId" = j."id" and e."trigger" <> 'test' and e."startedAt" is not null and e."endedAt" is not null
      order by e."dueAt" desc, e."id" desc limit 1
    ) last on true
    left join (
      select t."jobId", sum(t."success") as "success", sum(t."failed") as "failed",
        sum(t."superseded") as "superseded", sum(t."skipped") as "skipped", sum(t."missed") as "missed",
        sum(t."unknown") as "unknown"
      from "DailyStat" t join "Job" o on o."id" = t."jobId" and o."ownerId" = $1 and o."deletedAt" is null
      group by t."jobId"
    ) d on d."jobId" = j."id"
    where j."ownerId" = $1 and j."deletedAt" is null
    order by j."id"`,
};

const limitMs = 20_000;

/** Figures of all jobs of an account, by one statement. Counts never go down while the job exists. */
export async function readJobFigures({ ownerId }: { ownerId: number }): Promise<JobFigures[]> {
  return inTransaction(async (client) => {
    await client.query(`set local statement_timeout = ${limitMs}`);
    return query<JobFigures & Record<string, unknown>>({
      client,
      statement: figuresStatement,
      values: [ownerId],
    });
  });
}
