import { inTransaction, query, type Statement } from '#server/database/transaction.server.ts';
import { closeAttempts } from '#server/executions/ledger/close-attempts.server.ts';
import { decryptVersions } from '#server/executions/ledger/decrypt-versions.server.ts';
import { isRunning, type LedgerRow, readWorkerRows } from '#server/executions/ledger/ledger-rows.server.ts';
import type { LedgerTx } from '#server/executions/ledger/ledger-tx.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import type { LostActivity, LostWorker } from '#server/executions/ledger/types.ts';
import { freeLostResidencies } from '#server/executions/residency/free-residencies.server.ts';
import {
  endExecutions,
  type ExecutionCompletion,
} from '#server/executions/recording/end-executions.server.ts';

const lostVerdict = 'Unknown: the request was interrupted on our side, and no attempts are left.';
const supersededVerdict = 'Superseded: the request was interrupted on our side, and the next run was due.';

/**
 * Rescues the claims of workers with an expired lease: each call in flight counts as made, with the error worker_lost.
 * It is retried at once if attempts remain and the next fire is not due; otherwise its outcome is unknown.
 *
 * Their jobs are free for other workers, which make the repeated calls of fires.
 *
 * @returns the lost workers, the number of their claims, and the activities with the claims of runs and further
 *   attempts, retries first: fail these by id and in this order, so Temporal redispatches them
 */
export async function rescueLostWorkers({
  now,
}: {
  now: number;
}): Promise<{ workers: LostWorker[]; activities: LostActivity[]; claims: number }> {
  return inTransaction(async (client) => {
    const lost = await query<{ id: string; leaseUntil: Date }>({
      client,
      statement: lostStatement,
      values: [],
    });
    if (lost.length === 0) return { workers: [], activities: [], claims: 0 };
    const lostAt = new Map(lost.map(({ id, leaseUntil }) => [id, leaseUntil.getTime()]));
    const workerIds = [...lostAt.keys()];
    const seen = await readWorkerRows({ client, workerIds });
    const states = await lockJobs({ client, jobIds: seen.map(({ jobId }) => jobId) });
    const rows = (await readWorkerRows({ client, workerIds })).filter(isRunning);
    const repeated = new Set(await settleRows({ client, states, rows, now }));
    const jobIds = rows.filter(({ id }) => repeated.has(id)).map(({ jobId }) => jobId);
    await freeLostResidencies({ client, workerIds, jobIds });
    const urgentFirst = [...rows].sort((a, b) => Number(repeated.has(b.id)) - Number(repeated.has(a.id)));
    const activities = urgentFirst.flatMap(({ workflowId, runId, activityId, workerId }) =>
      workflowId && runId && activityId
        ? [{ workflowId, runId, activityId, lostAt: lostAt.get(workerId ?? '') ?? now }]
        : [],
    );
    const workers = [...lostAt].map(([id, at]) => ({ id, lostAt: at }));
    return { workers, activities, claims: rows.length };
  });
}

// A claim holds a key lock on its worker's row until it has committed: such a worker is left to the next round, and one
// that is marked here can no longer claim or renew.
const lostStatement: Statement = {
  name: 'ledger-lost-workers',
  text: `
    update "Worker" set "settledAt" = clock_timestamp()
    where "id" in (
      select "id" from "Worker"
      where "leaseUntil" <= clock_timestamp() and "settledAt" is null
      order by "leaseUntil" limit 10
      for update skip locked
    )
    returning "id", "leaseUntil"`,
};

// The response of an earlier attempt is not the result of this one.
const lostCallStatement: Statement = {
  name: 'ledger-lost-calls',
  text: `
    update "Execution" set "errorCode" = 'worker_lost', "statusCode" = null,
      "retryAt" = case when "id" = any($2::int8[]) then to_timestamp($1::int8 / 1000.0) end
    where "id" = any($3::int8[]) and "endedAt" is null`,
};

/** @returns the ids of the executions whose call is repeated */
async function settleRows({
  client,
  states,
  rows,
  now,
}: LedgerTx & {
  states: Awaited<ReturnType<typeof lockJobs>>;
  rows: LedgerRow[];
}): Promise<number[]> {
  if (rows.length === 0) return [];
  const snapshotOf = await decryptVersions(
    rows.map(({ jobId, jobVersion }) => ({ jobId, version: jobVersion })),
  );
  const attempts = rows.map(({ id, attemptCount }) => ({ executionId: id, attempt: attemptCount }));
  await closeAttempts({ client, now, attempts, errorCode: 'worker_lost' });
  const repeated: number[] = [];
  const completed: ExecutionCompletion[] = [];
  for (const row of rows) {
    const retryCount = snapshotOf({ jobId: row.jobId, version: row.jobVersion })?.retryCount ?? 0;
    const isNextDue = row.deadlineAt !== null && row.deadlineAt.getTime() <= now;
    const end = { id: row.id, reason: 'worker_lost' as const };
    if (row.attemptCount > retryCount) completed.push({ ...end, outcome: 'unknown', verdict: lostVerdict });
    else if (isNextDue) completed.push({ ...end, outcome: 'superseded', verdict: supersededVerdict });
    else repeated.push(row.id);
  }
  const ids = rows.map(({ id }) => id);
  await query({ client, statement: lostCallStatement, values: [now, repeated, ids] });
  await endExecutions({ client, states, now, completed });
  return repeated;
}
