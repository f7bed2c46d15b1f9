import { webhookIdOf } from '#domain/ids.ts';
import { largestPayload } from '#domain/job/job-rules.ts';
import { maskedAuthHeader } from '#domain/job/request-auth.ts';
import { secretOf } from '#domain/text/variables.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { withAddedHeaders } from './added-headers.server.ts';
import { renderParts, variablesOf } from './render-parts.server.ts';
import { variableValues, type VariableFacts } from './variable-values.server.ts';

export interface RebuiltRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | null;
}

const mask = '********';
/** A mask may be longer than the secret; no name is a quarter as long as its value. */
const largestShown = 4 * largestPayload;

/**
 * The request of an attempt as it was sent (D42): not stored, but rebuilt from its version, the values of its
 * variables, and the headers we add. Named secrets and the signature stay masked; other values are those of the job.
 *
 * @param variables of the execution, as its last attempt rendered them; null if its request has none
 * @param isSigned the job was signed: its owner had a signing secret
 * @returns null for a request that was too large to send
 */
export function rebuildRequest({
  version: { httpMethod: method, webhookUrl: url, headers, auth = null, payload },
  execution: { id, jobId, trigger, scheduledFor, dueAt, requestId, attemptCount },
  attempt,
  variables,
  isSigned,
}: {
  version: Pick<JobSnapshot, 'webhookUrl' | 'headers' | 'payload'> &
    Partial<Pick<JobSnapshot, 'auth'>> & { httpMethod: string };
  execution: {
    id: number;
    jobId: number;
    trigger: VariableFacts['trigger'];
    scheduledFor: Date | null;
    dueAt: Date;
    requestId: string | null;
    attemptCount: number;
  };
  attempt: { number: number; startedAt: Date };
  variables: Record<string, string> | null;
  isSigned: boolean;
}): RebuiltRequest | null {
  const at = attempt.startedAt.getTime();
  const facts: VariableFacts = {
    ...{ executionId: id, attempt: attempt.number, jobId, trigger, dueAt: dueAt.getTime(), at },
    lastSuccessAt: null,
  };
  const parts = { url, headers: headers ?? {}, payload: payload || null };
  const own = variableValues(facts);
  const isLast = attempt.number === attemptCount;
  const values = {
    ...own,
    ...variables,
    // Values that differ between attempts are kept for the last one.
    ...(!isLast && { attempt: own['attempt'] ?? '', now: own['now'] ?? '' }),
    ...Object.fromEntries(
      variablesOf(parts).flatMap((name) => (secretOf(name) === null ? [] : [[name, mask]])),
    ),
  };
  const rendered = renderParts({ parts, values, mostPayload: largestShown });
  if ('error' in rendered) return null;
  return {
    method,
    url: rendered.url,
    payload: rendered.payload,
    headers: withAddedHeaders({
      headers: { ...rendered.headers, ...maskedAuthHeader(auth) },
      contentType: rendered.contentType,
      facts,
      webhookId: webhookIdOf({ jobId, scheduledFor: scheduledFor?.getTime() ?? null, requestId }) ?? '',
      signature: isSigned ? `v1,${mask}` : null,
    }),
  };
}
