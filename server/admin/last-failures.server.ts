import type { JobType } from '#domain/job/choices.ts';
import { redirectEndOf, redirectEndWords } from '#domain/redirect-ends.ts';
import { getPool } from '#server/database/db.server.ts';
import { failedOutcomes } from '#server/database/sql-lists.ts';

/** Last failure of a job, by codes alone: admins see neither its requests nor its responses (security.md section 9). */
export interface LastFailure {
  jobId: number;
  type: JobType;
  timeoutSeconds: number;
  /** Null where a failure has only an outcome, as of one that was interrupted. */
  errorCode: string | null;
  statusCode: number | null;
  /** Why the last redirect was not followed; nothing else of it, as a verdict quotes the response. */
  verdict: string | null;
}

/**
 * The last execution of each job that did not succeed.
 * @param jobIds of one page
 */
export async function lastFailures({ jobIds }: { jobIds: number[] }): Promise<Map<number, LastFailure>> {
  const { rows } = await getPool().query<LastFailure>(
    `select j."id" as "jobId", j."type", j."timeoutSeconds", e."errorCode", e."statusCode", e."verdict"
     from "Job" j cross join lateral (
       select x."errorCode", x."statusCode", x."verdict" from "Execution" x
       where x."jobId" = j."id" and x."trigger" <> 'test' and x."outcome" in ${failedOutcomes}
       order by x."dueAt" desc, x."id" desc limit 1
     ) e
     where j."id" = any($1::int[])`,
    [jobIds],
  );
  return new Map(
    rows.map(({ verdict, ...row }) => {
      const end = redirectEndOf(verdict);
      return [row.jobId, { ...row, verdict: end && redirectEndWords[end] }];
    }),
  );
}
