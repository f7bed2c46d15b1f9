import type { DisplayZone } from '#app/format/display-zone.ts';
import { csvStream } from '#app/presenters/csv-stream.server.ts';
import { endOf, statusOf } from '#app/presenters/execution/execution-row.ts';
import { readHistoryQuery, spansOf, historyWindowOf } from '#app/query/history-query.ts';
import { AppError } from '#domain/errors.ts';
import { now as clock } from '#server/clock.server.ts';
import { db } from '#server/database/db.server.ts';
import { walkExecutions } from '#server/executions/history/walk-executions.server.ts';
import type { ExecutionRow } from '#server/executions/ledger/execution-columns.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

const columns = [
  'id',
  'status',
  'reason',
  'trigger',
  'scheduled_for',
  'start_time',
  'end_time',
  'duration_ms',
  'lateness_ms',
  'attempts',
  'status_code',
  'error',
  'verdict',
  'missed_count',
  'missed_until',
  'job_version',
];

/**
 * The executions of a job as CSV (RFC 4180), sent as they are read: no list is held whole.
 * @throws AppError not_found, validation_error: a range that ends before it starts, rate_limit: 60 an hour, apart from those of an account
 */
export async function streamExecutions({
  owner,
  jobId,
  params,
  display,
}: {
  owner: Owner;
  jobId: number;
  params: URLSearchParams;
  display: DisplayZone;
}): Promise<Response> {
  const { job } = await getJob({ owner, jobId });
  const query = readHistoryQuery({ params, jobZone: job.timeZone, display });
  if (query.problem !== null) throw new AppError('validation_error', { message: query.problem });
  const { id: actorId, request } = owner;
  const asker = { actorId, ...(request && { request }) };
  await consumeRateLimit({ limit: 'export_history', key: actorId, ...asker });
  await recordEvent({ tx: db(), code: 'export', subjectId: jobId, ...asker });
  const { filter: status, search } = query;
  const spans = spansOf({ query, now: clock().getTime() });
  const pages = walkExecutions({
    ownerId: owner.id,
    jobId,
    status,
    search,
    ...historyWindowOf(query),
    spans,
  });
  return new Response(csvStream({ columns, pages, toLine }), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="executions-of-job-${jobId}.csv"`,
      'cache-control': 'no-store',
    },
  });
}

function toLine(row: ExecutionRow): unknown[] {
  const time = (at: Date | null) => at?.toISOString() ?? '';
  return [
    row.id,
    statusOf(row),
    row.reason,
    row.trigger,
    time(row.scheduledFor),
    time(row.startedAt ?? row.dueAt),
    time(endOf(row)),
    row.durationMs,
    row.latenessMs,
    row.attemptCount,
    row.statusCode,
    row.errorCode,
    row.verdict,
    row.missedCount,
    time(row.missedUntil),
    row.jobVersion,
  ];
}
