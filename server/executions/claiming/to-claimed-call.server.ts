import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import type { ClaimedRow } from './to-claimed-calls.server.ts';

/** The call of one attempt, as the version of its execution says it. */
export function toClaimedCall({
  executionId,
  attempt,
  jobId,
  ownerId,
  tier,
  jobVersion,
  trigger,
  scheduledFor,
  dueAt,
  requestId,
  deadlineAt,
  lastSuccessAt,
  snapshot,
}: Omit<ClaimedRow, 'kind'> & { snapshot: JobSnapshot }): ClaimedCall {
  return {
    executionId,
    attempt,
    jobId,
    ownerId,
    tier,
    jobVersion,
    trigger,
    scheduledFor,
    dueAt,
    type: snapshot.type,
    isSigned: snapshot.isSigned,
    followRedirects: snapshot.followRedirects,
    lastSuccessAt,
    webhookId: scheduledFor === null ? (requestId ?? '') : `fire_${jobId}_${Math.floor(scheduledFor / 1000)}`,
    url: snapshot.webhookUrl,
    method: snapshot.httpMethod,
    headers: snapshot.headers ?? {},
    auth: snapshot.auth,
    payload: snapshot.payload,
    timeoutSeconds: snapshot.timeoutSeconds,
    retryCount: snapshot.retryCount,
    retryDelays: snapshot.retryDelays,
    successCriterion: snapshot.successCriterion,
    successRegex: snapshot.successRegex,
    acceptedStatuses: snapshot.acceptedStatuses,
    deadlineAt,
  };
}
