import { getPool } from '#server/database/db.server.ts';

export interface QueuedRun {
  executionId: number;
  jobId: number;
  epoch: number;
  timeoutSeconds: number;
  /** For operators. */
  name: string;
  ownerId: number;
  tier: string;
}

const selection = `
  select e."id" as "executionId", e."jobId", j."timeoutSeconds", j."name", j."ownerId", u."tier",
    (select "epoch" from "Installation") as "epoch"
  from "Execution" e join "Job" j on j."id" = e."jobId" join "User" u on u."id" = j."ownerId"
  where e."outcome" is null and j."deletedAt" is null`;
const isQueued = `and e."claimedAt" is null and e."scheduledFor" is null`;

/** Requested executions without a started workflow; with an id, only that one. */
export async function newRuns({
  limit,
  executionId,
}: {
  limit: number;
  executionId?: number;
}): Promise<QueuedRun[]> {
  const { rows } = await getPool().query<QueuedRun>(
    `${selection} ${isQueued} and e."workflowId" is null and ($2::bigint is null or e."id" = $2) order by e."id" limit $1`,
    [limit, executionId ?? null],
  );
  return rows;
}

/**
 * Executions unclaimed for a minute although their workflow was started, or with a next attempt a minute late: their
 * workflow is lost, and a new one makes the attempt or the ledger ends them. Those waiting for a call or a replay of
 * their job are left to their activity. If there are more than fit in a round, they are chosen at random.
 */
export async function forgottenRuns({ limit }: { limit: number }): Promise<QueuedRun[]> {
  const { rows } = await getPool().query<QueuedRun>(
    `${selection} and (
       (e."retryAt" < now() - interval '1 minute' and (j."overlap" = 'allow' or not exists (
         select from "Execution" o
         where o."jobId" = e."jobId" and o."outcome" is null and o."claimedAt" is not null and o."retryAt" is null
       ))) or (e."workflowId" is not null and e."dueAt" < now() - interval '1 minute' ${isQueued}
         and (e."trigger" <> 'replay' or j."overlap" = 'allow' or not exists (
           select from "Execution" o
           where o."jobId" = e."jobId" and o."outcome" is null and case when o."claimedAt" is null
             then o."trigger" = 'replay' and o."id" < e."id" else o."retryAt" is null end
         )))
     ) order by md5(e."id" || now()::text) limit $1`,
    [limit],
  );
  return rows;
}

/** The next round must not start the workflow again. */
export async function markStarted({ executionId, workflowId }: { executionId: number; workflowId: string }) {
  await getPool().query(`update "Execution" set "workflowId" = $2 where "id" = $1 and "claimedAt" is null`, [
    executionId,
    workflowId,
  ]);
}
