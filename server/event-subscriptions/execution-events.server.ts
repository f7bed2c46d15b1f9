import { executionEventType } from '#domain/event-type.ts';
import { errorText } from '#domain/execution.ts';
import { apiStatus } from '#domain/outcome.ts';
import { iso } from '#domain/time/iso.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import type { CompletedExecution } from '#server/executions/ledger/completed-execution.ts';
import { executionColumns, type ExecutionRow } from '#server/executions/ledger/execution-columns.server.ts';
import type { JobRow } from '#server/jobs/types.ts';
import { cutText } from '#server/notifications/cut-text.server.ts';
import { eventJob } from './event-job.ts';
import { enqueueEvents } from './enqueue-events.server.ts';

/** The same as in notifications: the page of the execution has all of it. */
const longestVerdict = 1_000;

type Row = ExecutionRow & { ownerId: number } & Pick<
    JobRow,
    'name' | 'externalId' | 'tags' | 'timeoutSeconds'
  > & {
    jobType: JobRow['type'];
  };

export const eventExecutionsStatement: Statement = {
  name: 'events-executions',
  text: `
    select ${executionColumns}, j."ownerId", j."name", j."externalId", j."tags", j."timeoutSeconds",
      j."type" as "jobType"
    from unnest($1::int8[]) with ordinality as t("id", "position")
    join "Execution" e on e."id" = t."id"
    join "Job" j on j."id" = e."jobId" and j."deletedAt" is null
    order by t."position"`,
};

/**
 * Enqueues the events of completed executions, in the transaction that recorded them. A row that counts several fires
 * is one event.
 * @param completed of jobs whose account has a subscription to them
 */
export async function enqueueExecutionEvents({
  client,
  completed,
}: {
  client: Pick<Client, 'query'>;
  completed: CompletedExecution[];
}): Promise<void> {
  if (completed.length === 0) return;
  const sorted = completed.toSorted((a, b) => a.endedAt - b.endedAt);
  const ids = [...new Set(sorted.map(({ executionId }) => executionId))];
  const rows = await query<Row>({ client, statement: eventExecutionsStatement, values: [ids] });
  const events = rows.flatMap((row) => {
    if (row.outcome === null) return [];
    const { ownerId, jobId } = row;
    return {
      ...{ ownerId, jobId, type: executionEventType(row.outcome), at: (row.endedAt ?? row.dueAt).getTime() },
      data: { job: eventJob({ ...row, id: jobId }), execution: toExecution(row) },
    };
  });
  await enqueueEvents({ client, events });
}

/** An execution as the API lists it, without its response. */
function toExecution(row: Row) {
  const { errorCode: code, statusCode, jobType: type, timeoutSeconds } = row;
  const verdict = row.verdict && cutText({ text: row.verdict, most: longestVerdict });
  return {
    id: row.id,
    job_id: row.jobId,
    status: apiStatus(row.outcome),
    outcome: row.outcome,
    reason: row.reason,
    trigger: row.trigger,
    scheduled_for: iso(row.scheduledFor),
    start_time: iso(row.startedAt),
    end_time: iso(row.endedAt),
    duration: row.durationMs,
    lateness_ms: row.latenessMs,
    status_code: statusCode,
    error: code === null ? null : errorText({ code, statusCode, verdict, type, timeoutSeconds }),
    due_at: row.dueAt.toISOString(),
    attempt_count: row.attemptCount,
    job_version: row.jobVersion,
    replay_of: row.replayOfId,
    missed_until: iso(row.missedUntil),
    missed_count: row.missedCount,
    verdict,
  };
}
