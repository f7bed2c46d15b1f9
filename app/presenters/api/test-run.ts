import type { z } from 'zod';
import { toTestRunExchange } from '#app/presenters/job-form/test-run-exchange.ts';
import { maskHeaders } from '#app/presenters/masked-headers.ts';
import { errorText, type ErrorCode } from '#domain/execution.ts';
import type { TestRunView } from '#server/test-runs/types.ts';
import type { testRunSchema } from './execution-schema.ts';
import { responseShown, toPhases, toRedirects } from './execution.ts';

/** A test run of an API response (D34); unknown values are null. */
export function toApiTestRun(run: TestRunView): z.infer<typeof testRunSchema> {
  const { id, createdAt, form, stage } = run;
  const head = {
    execution_id: id,
    job_id: run.jobId,
    trigger: 'test' as const,
    created_at: iso(createdAt),
  };
  if (stage !== 'ended') return { ...head, status: 'running', stage, ...empty };
  const { result, request } = run;
  const { response, errorCode: code, verdict } = result;
  const exchange = toTestRunExchange(run);
  const statusCode = response?.statusCode ?? null;
  const { type, timeoutSeconds } = form;
  return {
    ...head,
    status: result.isSuccess ? 'success' : 'failed',
    stage,
    start_time: iso(result.startedAt),
    end_time: iso(result.endedAt),
    duration: result.endedAt - result.startedAt,
    status_code: statusCode,
    error_code: code as ErrorCode | null,
    error:
      code === null
        ? null
        : errorText({ code, statusCode, redirects: result.hops?.length, verdict, type, timeoutSeconds }),
    verdict,
    explanation: exchange.remedy?.explanation ?? null,
    remedy: exchange.remedy?.remedy ?? null,
    redirect_to: exchange.redirect?.url ?? null,
    phases: toPhases(result.phases),
    redirects: toRedirects(result.hops),
    remote_address: result.remoteAddress,
    tls_protocol: result.tlsProtocol,
    connection_reused: result.remoteAddress === null ? null : result.isReused,
    request: request && {
      ...request,
      headers: maskHeaders({ headers: request.headers, isRevealed: false }),
    },
    raw_request: exchange.rawRequest,
    raw_response: exchange.rawResponse,
    response:
      response &&
      responseShown({
        ...response,
        contentType: response.headers['content-type'] ?? null,
        isCut: response.isTruncated,
      }),
    response_headers: response && maskHeaders({ headers: response.headers, isRevealed: false }),
    response_truncated: response?.isTruncated ?? false,
  };
}

const empty = {
  start_time: null,
  end_time: null,
  duration: null,
  status_code: null,
  error_code: null,
  error: null,
  verdict: null,
  explanation: null,
  remedy: null,
  redirect_to: null,
  phases: null,
  redirects: [],
  remote_address: null,
  tls_protocol: null,
  connection_reused: null,
  request: null,
  raw_request: null,
  raw_response: null,
  response: null,
  response_headers: null,
  response_truncated: false,
};

const iso = (at: number) => new Date(at).toISOString();
