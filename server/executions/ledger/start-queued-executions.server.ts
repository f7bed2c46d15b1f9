import { columns, int, int8, text } from '#server/database/columns.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { WorkerTx } from './ledger-tx.ts';
import type { ActivityRef } from './types.ts';

/** A queued row that may run now, with the version it runs as. */
export interface Unqueued {
  executionId: number;
  jobVersion: number;
  /** Null for a fire: no activity holds it. */
  ref: ActivityRef | null;
}

// Before them: $1 the worker, $2 now.
const claimed = columns<Unqueued>(
  {
    id: int8(({ executionId }) => executionId),
    jobVersion: int(({ jobVersion }) => jobVersion),
    workflowId: text(({ ref }) => ref?.workflowId ?? null),
    runId: text(({ ref }) => ref?.runId ?? null),
    activityId: text(({ ref }) => ref?.activityId ?? null),
  },
  { from: 3 },
);

export const startQueuedStatement: Statement = {
  name: 'ledger-unqueue',
  text: `
    with claimed as (
      update "Execution" e set "workerId" = $1::uuid, "claimedAt" = to_timestamp($2::int8 / 1000.0),
        "jobVersion" = t."jobVersion", "attemptCount" = 1, "workflowId" = t."workflowId", "runId" = t."runId",
        "activityId" = t."activityId"
      from ${claimed.unnest} as t(${claimed.names})
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
}: WorkerTx & {
  rows: Unqueued[];
}): Promise<void> {
  if (rows.length === 0) return;
  const values = [workerId, now, ...claimed.values(rows)];
  await query({ client, statement: startQueuedStatement, values });
}
