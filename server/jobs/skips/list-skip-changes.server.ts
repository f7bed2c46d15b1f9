import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

/** A skip, or its removal. */
export interface SkipChange {
  scheduledFor: Date;
  isSkipped: boolean;
  changedAt: Date;
}

const changesStatement: Statement = {
  name: 'job-skip-changes',
  text: `
    select c."scheduledFor", c."isSkipped", c."changedAt" from "SkipChange" c join "Job" j on j."id" = c."jobId"
    where c."jobId" = $1 and j."ownerId" = $2 and j."deletedAt" is null order by c."id" desc limit $3`,
};

/**
 * Changes to single fires of a job, newest first.
 * @param ownerId its owner; jobs of others give nothing
 */
export async function listSkipChanges({
  ownerId,
  jobId,
  limit,
}: {
  ownerId: number;
  jobId: number;
  limit: number;
}): Promise<SkipChange[]> {
  return query<SkipChange>({
    client: getPool(),
    statement: changesStatement,
    values: [jobId, ownerId, limit],
  });
}
