import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';

const countStatement: Statement = {
  name: 'count-failing-jobs',
  text: `select count(*) as "failing" from "FailingJob" f where f."ownerId" = $1`,
};

/** Number of active jobs of an owner failed at their last execution. */
export async function countFailingJobs({ ownerId }: { ownerId: number }): Promise<number> {
  const [row] = await query<{ failing: number }>({
    client: getPool(),
    statement: countStatement,
    values: [ownerId],
  });
  return row?.failing ?? 0;
}
