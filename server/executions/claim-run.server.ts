import { isActive } from '#domain/job.ts';
import { claimCalls } from './claim-calls.server.ts';
import { claimedAgain } from './claimed-again.server.ts';
import { endExecutions } from './end-executions.server.ts';
import { isHandedOut } from './handed-out.server.ts';
import { holdLease } from './hold-lease.server.ts';
import { type JobFacts, readFacts } from './job-facts.server.ts';
import { isRunning, type LedgerRow, readOpenRows, readRow, recordedOf } from './ledger-rows.server.ts';
import { lockJobs } from './lock-jobs.server.ts';
import type { ClaimedRow } from './open-calls.server.ts';
import { type Client, query, type Statement } from './transaction.server.ts';
import type { ActivityRef, Claim, ExecutionReason } from './types.ts';

interface Ask {
  workerId: string;
  now: number;
  executionId: number;
  ref: ActivityRef;
}

/**
 * Claims attempt 1 of a run by hand, API, replay or test that web queued. A job paused since then skips it (owner),
 * a call of the job that is out as well (overlap). A replay keeps the version it was queued with.
 *
 * @returns `changed` when job or execution are gone
 */
export async function claimRun(ask: Ask): Promise<Claim> {
  const [claim] = await claimCalls({
    now: ask.now,
    claim: async (client) => [await claimIn({ ...ask, client })],
  });
  return claim ?? busy;
}

async function claimIn({
  client,
  workerId,
  now,
  executionId,
  ref,
}: Ask & { client: Client }): Promise<Claim | ClaimedRow> {
  if (!(await holdLease({ client, workerId }))) return busy;
  const seen = await readRow({ client, id: executionId });
  if (!seen) return changed;
  const states = await lockJobs({ client, jobIds: [seen.jobId] });
  const row = await readRow({ client, id: executionId });
  const job = (await readFacts({ client, jobIds: [seen.jobId] })).get(seen.jobId);
  if (!row || !job) return changed;
  if (row.outcome !== null || row.claimedAt !== null) return known({ row, job, workerId });

  const openRows = await readOpenRows({ client, jobIds: [row.jobId] });
  const reason = skipReason({ row, job, now, isOverlapping: openRows.some(isRunning) });
  if (reason) {
    await endExecutions({
      client,
      states,
      now,
      ends: [{ id: row.id, outcome: 'skipped', reason, verdict: null }],
    });
    return { kind: 'recorded', recorded: { executionId, outcome: 'skipped', retryAt: null } } as const;
  }
  const keepsVersion = row.trigger === 'replay' || row.trigger === 'test';
  const jobVersion = keepsVersion ? row.jobVersion : job.version;
  const values = [workerId, now, executionId, jobVersion, ref.workflowId, ref.runId, ref.activityId];
  await query({ client, statement: claimRunStatement, values });
  return claimedAgain({ row: { ...row, jobVersion, attemptCount: 1 }, job });
}

export const claimRunStatement: Statement = {
  name: 'ledger-claim-run',
  text: `
    with claimed as (
      update "Execution" set "workerId" = $1::uuid, "claimedAt" = to_timestamp($2::int8 / 1000.0),
        "jobVersion" = $4::int, "attemptCount" = 1, "workflowId" = $5, "runId" = $6, "activityId" = $7
      where "id" = $3::int8 and "claimedAt" is null and "endedAt" is null
      returning "id"
    )
    insert into "Attempt" ("executionId", "number", "workerId", "startedAt")
    select "id", 1, $1::uuid, to_timestamp($2::int8 / 1000.0) from claimed`,
};

const busy = { kind: 'busy' } as const;
const changed = { kind: 'changed' } as const;

function known({
  row,
  job,
  workerId,
}: {
  row: LedgerRow;
  job: JobFacts;
  workerId: string;
}): Claim | ClaimedRow {
  const recorded = recordedOf(row);
  if (recorded) return { kind: 'recorded', recorded };
  const isLost =
    row.workerId === workerId && !isHandedOut({ executionId: row.id, attempt: row.attemptCount });
  return isLost ? claimedAgain({ row, job }) : busy;
}

function skipReason({
  row,
  job,
  now,
  isOverlapping,
}: {
  row: LedgerRow;
  job: JobFacts;
  now: number;
  isOverlapping: boolean;
}): ExecutionReason | null {
  if (job.isSuspended) return 'tier';
  if (row.trigger === 'test') return null;
  if (!isActive({ ...job, now })) return 'owner';
  return isOverlapping && job.overlap !== 'allow' ? 'overlap' : null;
}
