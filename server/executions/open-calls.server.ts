import type { Tier } from '#domain/plan.ts';
import { callOf } from './call-of.server.ts';
import { closeAttempts } from './close-attempts.server.ts';
import { endExecutions } from './end-executions.server.ts';
import { takeBack } from './handed-out.server.ts';
import { lockJobs } from './lock-jobs.server.ts';
import { openVersions } from './open-versions.server.ts';
import { inTransaction } from './transaction.server.ts';
import type { Claim, ClaimedCall, ExecutionTrigger } from './types.ts';

/** An attempt that was claimed in the ledger, before its version is opened. */
export interface ClaimedRow {
  kind: 'claimed';
  executionId: number;
  attempt: number;
  jobId: number;
  ownerId: number;
  tier: Tier;
  jobVersion: number;
  trigger: ExecutionTrigger;
  scheduledFor: number | null;
  dueAt: number;
  requestId: string | null;
  deadlineAt: number | null;
  lastSuccessAt: number | null;
}

const unopenedVerdict = 'Failed: the saved job does not open with the keys of this installation.';

/**
 * Turns claimed rows into calls. Runs after the claim has committed: when it throws, the rows stand in the ledger
 * without having been called, and the next look hands them out.
 */
export async function openCalls({
  rows,
  now,
}: {
  rows: ClaimedRow[];
  now: number;
}): Promise<(row: ClaimedRow) => Claim> {
  const snapshotOf = await openVersions(
    rows.map(({ jobId, jobVersion }) => ({ jobId, version: jobVersion })),
  );
  const calls = new Map<number, ClaimedCall>();
  const unopened: ClaimedRow[] = [];
  for (const row of rows) {
    const snapshot = snapshotOf({ jobId: row.jobId, version: row.jobVersion });
    if (snapshot) calls.set(row.executionId, callOf({ ...row, snapshot }));
    else unopened.push(row);
  }
  if (unopened.length > 0) await endUnopened({ rows: unopened, now });
  unopened.forEach(takeBack);
  return (row) => {
    const call = calls.get(row.executionId);
    if (call) return { kind: 'call', call };
    return { kind: 'recorded', recorded: { executionId: row.executionId, outcome: 'failed', retryAt: null } };
  };
}

async function endUnopened({ rows, now }: { rows: ClaimedRow[]; now: number }) {
  await inTransaction(async (client) => {
    const states = await lockJobs({ client, jobIds: rows.map(({ jobId }) => jobId) });
    await closeAttempts({ client, now, attempts: rows, errorCode: null });
    const ends = rows.map(({ executionId }) => ({
      id: executionId,
      outcome: 'failed' as const,
      reason: null,
      verdict: unopenedVerdict,
    }));
    await endExecutions({ client, states, now, ends });
  });
}
