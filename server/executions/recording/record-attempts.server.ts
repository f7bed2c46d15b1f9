import type { Outcome } from '#domain/outcome.ts';
import { inTransaction, whenCommitted } from '#server/database/transaction.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import type { AttemptResult, Recorded } from '#server/executions/ledger/types.ts';
import { attempts, lateness, statusClass } from '#server/metrics/instruments.server.ts';
import { recordCompletions } from './record-completions.server.ts';
import {
  type AttemptVerdict,
  readRecordedRows,
  type RecordedRow,
  writeAttempts,
  writeBodies,
  writeResults,
} from './write-attempts.server.ts';

/**
 * Records finished attempts, in one transaction: attempt, body, outcome or next attempt, statistics, the job's state.
 * An attempt counts once: one recorded before, or rescued because its worker seemed lost, is unchanged, and a removed
 * job's result is dropped.
 *
 * @returns the current state of each execution, in the order of the results
 */
export async function recordAttempts(results: AttemptResult[]): Promise<Recorded[]> {
  return inTransaction(async (client) => {
    const states = await lockJobs({ client, jobIds: results.map(({ call }) => call.jobId) });
    const rows = await readRecordedRows({ client, calls: results.map(({ call }) => call) });
    const due = new Map<string, AttemptVerdict>();
    for (const result of results) {
      const row = rows.get(keyOf(result));
      if (row && isOpen(row) && !due.has(keyOf(result))) due.set(keyOf(result), classify({ result, row }));
    }
    const fresh = [...due.values()].sort((a, b) => a.result.call.jobId - b.result.call.jobId);
    if (fresh.length > 0) {
      // Sent together. Notifications are looked up after them.
      await Promise.all([
        writeAttempts({ client, due: fresh }),
        writeBodies({ client, due: fresh }),
        writeResults({ client, due: fresh }),
        recordCompletions({ client, states, completed: fresh.flatMap(endOf) }),
      ]);
      whenCommitted({ client, work: () => fresh.forEach(measure) });
    }
    return results.map((result) =>
      recordedOf({ result, due: due.get(keyOf(result)), row: rows.get(keyOf(result)) }),
    );
  });
}

function measure({ result: { call, result, errorCode }, latenessMs }: AttemptVerdict): void {
  const status_class = statusClass(result.response?.statusCode);
  attempts.inc({ error_code: errorCode ?? 'none', status_class });
  if (call.attempt === 1 && call.trigger === 'schedule') lateness.observe(latenessMs);
}

const keyOf = ({ call }: AttemptResult) => `${call.executionId}/${call.attempt}`;

/** The claim of this attempt is still valid. */
function isOpen(row: RecordedRow): boolean {
  return row.outcome === null && row.retryAt === null && !row.isAttemptEnded;
}

function classify({ result, row }: { result: AttemptResult; row: RecordedRow }): AttemptVerdict {
  const startedAt = row.startedAt?.getTime() ?? result.startedAt;
  const latenessMs = Math.max(0, startedAt - result.call.dueAt);
  return { result, startedAt, latenessMs, ...stateAfter(result) };
}

function stateAfter({
  call,
  isSuccess,
  errorCode,
  retryAt,
}: AttemptResult): Pick<AttemptVerdict, 'outcome' | 'reason' | 'retryAt'> {
  if (isSuccess) return { outcome: 'success', reason: null, retryAt: null };
  const isLost = errorCode === 'worker_lost';
  if (retryAt === null || call.attempt > call.retryCount) {
    return isLost
      ? { outcome: 'unknown', reason: 'worker_lost', retryAt: null }
      : { outcome: 'failed', reason: null, retryAt: null };
  }
  // No attempt starts at or after the schedule's next instant.
  if (call.deadlineAt !== null && retryAt >= call.deadlineAt) {
    return { outcome: 'superseded', reason: isLost ? 'worker_lost' : null, retryAt: null };
  }
  return { outcome: null, reason: null, retryAt };
}

function endOf({ result, outcome, reason, startedAt, latenessMs }: AttemptVerdict): CompletedExecution[] {
  const { call, endedAt, errorCode } = result;
  if (outcome === null) return [];
  const statusCode = result.result.response?.statusCode ?? null;
  const durationMs = Math.max(0, endedAt - startedAt);
  const { executionId, jobId, trigger, dueAt: at } = call;
  const times = { at, startedAt, endedAt, durationMs, latenessMs };
  const { watched } = result;
  return [
    {
      executionId,
      jobId,
      trigger,
      outcome,
      reason,
      ...times,
      statusCode,
      errorCode,
      ...(watched && { watched }),
    },
  ];
}

function recordedOf({
  result,
  due,
  row,
}: {
  result: AttemptResult;
  due: AttemptVerdict | undefined;
  row: RecordedRow | undefined;
}): Recorded {
  const { executionId } = result.call;
  if (due) return response({ executionId, outcome: due.outcome, retryAt: due.retryAt, result });
  if (row)
    return response({ executionId, outcome: row.outcome, retryAt: row.retryAt?.getTime() ?? null, result });
  return response({ executionId, ...stateAfter(result), result });
}

/** An execution whose later attempt is in flight has no retryAt: the caller checks again at once. */
function response({
  executionId,
  outcome,
  retryAt,
  result,
}: {
  executionId: number;
  outcome: Outcome | null;
  retryAt: number | null;
  result: AttemptResult;
}): Recorded {
  if (outcome !== null) return { executionId, outcome, retryAt: null };
  return { executionId, outcome, retryAt: retryAt ?? result.endedAt, made: result.call.attempt };
}
