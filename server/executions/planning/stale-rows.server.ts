import { isActive } from '#domain/job/job.ts';
import type { LedgerJob } from '#server/executions/ledger/job-facts.server.ts';
import { isOfSchedule, isQueued, type LedgerRow } from '#server/executions/ledger/ledger-rows.server.ts';
import type { ScheduleCalculator, WaitingFire } from '#server/executions/ledger/types.ts';
import type { ExecutionCompletion } from '#server/executions/recording/end-executions.server.ts';
import { isNamed } from './next-instants.server.ts';

/**
 * Open rows without a future call: further attempts of a paused job (D28), and queued fires removed by the pause or an
 * edit. Their claims would end them as well; here they end as soon as the job workflow plans.
 */
export function staleEnds({
  job,
  rows,
  now,
  schedule,
}: {
  job: LedgerJob;
  rows: LedgerRow[];
  now: number;
  schedule: ScheduleCalculator;
}): ExecutionCompletion[] {
  const isOn = isActive({ ...job, now });
  const isHolding = ({ scheduledFor }: LedgerRow) =>
    isOn && scheduledFor !== null && isNamed({ job, at: scheduledFor.getTime(), schedule });
  const end = { reason: 'owner', verdict: null } as const;
  return rows.flatMap((row): ExecutionCompletion[] => {
    if (row.retryAt !== null) return isOn ? [] : [{ ...end, id: row.id, outcome: 'failed' }];
    if (!isQueued(row) || !isOfSchedule(row) || isHolding(row)) return [];
    return [{ ...end, id: row.id, outcome: 'skipped' }];
  });
}

/** The fires of a job that are queued and still hold, oldest first. */
export function queuedInstants({
  rows,
  completed,
}: {
  rows: LedgerRow[];
  completed: ExecutionCompletion[];
}): number[] {
  const stale = new Set(completed.map(({ id }) => id));
  return rows
    .filter((row) => isQueued(row) && isOfSchedule(row) && !stale.has(row.id))
    .map(({ scheduledFor }) => scheduledFor?.getTime() ?? 0)
    .sort((a, b) => a - b);
}

/** The fires of a job between two attempts; requested runs have workflows of their own. */
export function waitingOf({
  rows,
  completed,
}: {
  rows: LedgerRow[];
  completed: ExecutionCompletion[];
}): WaitingFire[] {
  const stale = new Set(completed.map(({ id }) => id));
  return rows.flatMap(({ id: executionId, retryAt, attemptCount: made, ...row }) =>
    retryAt !== null && isOfSchedule(row) && !stale.has(executionId)
      ? [{ executionId, outcome: null, retryAt: retryAt.getTime(), made }]
      : [],
  );
}
