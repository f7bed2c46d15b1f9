import type { z } from 'zod';
import { maskHeaders } from '#app/presenters/masked-headers.ts';
import { errorText, type ErrorCode } from '#domain/execution.ts';
import type { JobType } from '#domain/job/choices.ts';
import { apiStatus } from '#domain/outcome.ts';
import { deepestJson, isNestedDeeper } from '#domain/text/json-depth.ts';
import { iso } from '#domain/time/iso.ts';
import type { ExecutionDetail } from '#server/executions/history/get-execution.server.ts';
import type { LastResponse } from '#server/executions/history/last-responses.server.ts';
import type { ExecutionRow } from '#server/executions/ledger/execution-columns.server.ts';
import type { CallHop } from '#server/outbound/types.ts';
import type { executionDetailSchema, executionSchema } from './execution-schema.ts';
import { RawJson } from './raw-json.ts';

/** Facts of the job, or of its version, for error texts. */
export interface ErrorJob {
  type: JobType;
  timeoutSeconds: number;
}

/** An execution as the API lists it (specification section 3, D42): what did not run has its outcome and reason. */
export function toApiExecution({
  row,
  response,
  job,
}: {
  row: ExecutionRow;
  response: LastResponse | undefined;
  job: ErrorJob;
}): z.infer<typeof executionSchema> {
  const { errorCode: code, statusCode, verdict } = row;
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
    error: code === null ? null : errorText({ code, statusCode, verdict, ...job }),
    response: response ? responseShown(response) : null,
    response_truncated: response?.isCut ?? false,
    due_at: row.dueAt.toISOString(),
    attempt_count: row.attemptCount,
    retry_at: iso(row.retryAt),
    job_version: row.jobVersion,
    replay_of: row.replayOfId,
    missed_until: iso(row.missedUntil),
    missed_count: row.missedCount,
    verdict,
  };
}

/** One execution with its attempts, the request as it was sent and what came back. */
export function toApiExecutionDetail({
  detail,
  job,
  isRevealed,
}: {
  detail: ExecutionDetail;
  job: ErrorJob;
  isRevealed: boolean;
}): z.infer<typeof executionDetailSchema> {
  const last = detail.attempts.findLast(({ response }) => response !== null)?.response;
  const response = last && {
    ...last,
    contentType: last.headers['content-type'] ?? null,
    isCut: last.isTruncated,
  };
  const attempts = detail.attempts.map((attempt, index) => {
    const isLast = index === detail.attempts.length - 1;
    return toAttempt({ attempt, verdict: isLast ? detail.verdict : null, job, isRevealed });
  });
  return {
    ...toApiExecution({ row: detail, response: response ?? undefined, job }),
    request: attempts.at(-1)?.request ?? null,
    response_headers: last ? maskHeaders({ headers: last.headers, isRevealed }) : null,
    attempts,
  };
}

function toAttempt({
  attempt,
  verdict,
  job,
  isRevealed,
}: {
  attempt: ExecutionDetail['attempts'][number];
  verdict: string | null;
  job: ErrorJob;
  isRevealed: boolean;
}) {
  const { errorCode: code, statusCode, response, request } = attempt;
  return {
    number: attempt.number,
    start_time: attempt.startedAt.toISOString(),
    end_time: iso(attempt.endedAt),
    duration: attempt.durationMs,
    phases: toPhases(attempt),
    remote_address: attempt.remoteAddress,
    tls_protocol: attempt.tlsProtocol,
    connection_reused: attempt.isReused,
    status_code: statusCode,
    error_code: code as ErrorCode | null,
    error:
      code === null
        ? null
        : errorText({ code, statusCode, redirects: attempt.hops?.length, verdict, ...job }),
    retry_after_ms: attempt.retryAfterMs,
    redirects: toRedirects(attempt.hops),
    request: request && { ...request, headers: maskHeaders({ headers: request.headers, isRevealed }) },
    response_headers: response && maskHeaders({ headers: response.headers, isRevealed }),
    response_bytes: response?.bytes ?? null,
    response_truncated: response?.isTruncated ?? false,
  };
}

interface Phases {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  waitMs: number | null;
  downloadMs: number | null;
}

/** Duration of each phase of an exchange, in milliseconds. */
export function toPhases({ dnsMs, connectMs, tlsMs, waitMs, downloadMs }: Phases) {
  return {
    dns_ms: dnsMs,
    connect_ms: connectMs,
    tls_ms: tlsMs,
    wait_ms: waitMs,
    download_ms: downloadMs,
  };
}

/** The followed redirects. */
export function toRedirects(hops: CallHop[] | null | undefined) {
  return (hops ?? []).map(({ method, statusCode, location, durationMs, phases, remoteAddress }) => ({
    method,
    status_code: statusCode,
    location,
    duration: durationMs,
    phases: toPhases(phases),
    remote_address: remoteAddress,
  }));
}

type ApiResponse = z.infer<typeof executionSchema>['response'];

/**
 * A JSON document as the object or list it is, when all of it is there; everything else as text. So is one that is
 * nested deeper than 1,000 levels: the response around it could not be written.
 */
export function responseOf({ body, contentType, isCut, isBinary, sha256 }: LastResponse): ApiResponse {
  if (isBinary) return `Binary, SHA-256 ${sha256 ?? 'unknown'}`;
  if (isCut || !/[/+]json\b/i.test(contentType ?? '')) return body;
  if (isNestedDeeper({ json: body, than: deepestJson })) return body;
  try {
    const parsed = JSON.parse(body) as unknown;
    return typeof parsed === 'object' && parsed !== null ? (parsed as ApiResponse) : body;
  } catch {
    return body;
  }
}

/** The same, to be written as it was received. */
export function responseShown(response: LastResponse): ApiResponse {
  const value = responseOf(response);
  // Its value is of the type; its text is what is written.
  return typeof value === 'object' && value !== null
    ? (new RawJson({ text: response.body, value }) as unknown as ApiResponse)
    : value;
}
