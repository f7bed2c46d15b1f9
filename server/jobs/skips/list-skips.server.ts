import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

const skipsStatement: Statement = {
  name: 'job-skips',
  text: `
    select k."scheduledFor" from "Skip" k join "Job" j on j."id" = k."jobId"
    where k."jobId" = $1 and k."scheduledFor" > $3 and j."ownerId" = $2 and j."deletedAt" is null
    order by k."scheduledFor"`,
};

/** The future fires of a job that the owner skips, UTC milliseconds, oldest first. */
export async function listSkips({ ownerId, jobId }: { ownerId: number; jobId: number }): Promise<number[]> {
  const rows = await query<{ scheduledFor: Date }>({
    client: getPool(),
    statement: skipsStatement,
    values: [jobId, ownerId, new Date()],
  });
  return rows.map(({ scheduledFor }) => scheduledFor.getTime());
}
