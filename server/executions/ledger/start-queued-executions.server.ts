import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { ActivityRef } from './types.ts';

/** A queued row whose turn has come, with the version it runs as. */
export interface Unqueued extends ActivityRef {
  executionId: number;
  jobVersion: number;
}

export const startQueuedStatement: Statement = {
  name: 'ledger-unqueue',
  text: `
    with claimed as (
      update "Execution" e set "workerId" = $1::uuid, "claimedAt" = to_timestamp($2::int8 / 1000.0),
        "jobVersion" = t."jobVersion", "attemptCount" = 1, "workflowId" = t."workflowId", "runId" = t."runId",
        "activityId" = t."activityId"
      from unnest($3::int8[], $4::int[], $5::text[], $6::text[], $7::text[])
        as t("id", "jobVersion", "workflowId", "runId", "activityId")
      where e."id" = t."id" and e."claimedAt" is null and e."endedAt" is null
      returning e."id"
    )
    insert into "Attempt" ("executionId", "number", "workerId", "startedAt")
    select "id", 1, $1::uuid, to_timestamp($2::int8 / 1000.0) from claimed`,
};

/** Puts queued rows with their first attempt under this worker's id; the transaction holds their jobs locked. */
export async function startQueuedExecutions({
  client,
  workerId,
  now,
  rows,
}: {
  client: Client;
  workerId: string;
  now: number;
  rows: Unqueued[];
}): Promise<void> {
  if (rows.length === 0) return;
  const values = [
    workerId,
    now,
    rows.map(({ executionId }) => executionId),
    rows.map(({ jobVersion }) => jobVersion),
    rows.map(({ workflowId }) => workflowId),
    rows.map(({ runId }) => runId),
    rows.map(({ activityId }) => activityId),
  ];
  await query({ client, statement: startQueuedStatement, values });
}
