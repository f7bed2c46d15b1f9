import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { Prisma } from '#server/generated/client.ts';
import { refuseAbsentJob } from '#server/jobs/access/with-owned-job.server.ts';
import type { JobRow, JobState, JobWithState, Owner } from '#server/jobs/types.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';

// No column of one has the name of a column of the other.
const jobColumns = Object.values(Prisma.JobScalarFieldEnum);
const stateColumns = Object.values(Prisma.JobStateScalarFieldEnum);

const jobStatement: Statement = {
  name: 'job-with-state',
  text: `
    select ${jobColumns.map((column) => `j."${column}"`).join(', ')},
      ${stateColumns.map((column) => `s."${column}"`).join(', ')}
    from "Job" j left join "JobState" s on s."jobId" = j."id"
    where j."id" = $1 and j."ownerId" = $2 and j."deletedAt" is null`,
};

/**
 * A job of this owner, decrypted, with its last and next run.
 * @throws AppError not_found: absent, deleted or another's, in the same words (D20)
 */
export async function getJob({ owner, jobId }: { owner: Owner; jobId: number }): Promise<JobWithState> {
  const [found] = await query<Record<string, unknown>>({
    client: getPool(),
    statement: jobStatement,
    values: [jobId, owner.id],
  });
  if (!found) return refuseAbsentJob({ owner, jobId });
  const part = (columns: readonly string[]) => Object.fromEntries(columns.map((name) => [name, found[name]]));
  return {
    job: decryptJob(part(jobColumns) as JobRow),
    state: found.jobId === null ? null : (part(stateColumns) as JobState),
  };
}
