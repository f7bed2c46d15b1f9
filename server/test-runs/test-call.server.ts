import { webhookIdOf } from '#domain/ids.ts';
import type { JobInput } from '#domain/job/job.ts';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';

/** The call of a form: the first and only attempt of an execution the ledger does not know. */
export function testCall({
  id,
  ownerId,
  jobId,
  form,
  createdAt,
}: {
  id: string;
  ownerId: number;
  jobId: number | null;
  form: JobInput;
  createdAt: number;
}): ClaimedCall {
  return {
    executionId: 0,
    attempt: 1,
    jobId: jobId ?? 0,
    ownerId,
    tier: null,
    jobVersion: 0,
    trigger: 'test',
    scheduledFor: null,
    dueAt: createdAt,
    type: form.type,
    isSigned: form.isSigned,
    followRedirects: form.followRedirects,
    lastSuccessAt: null,
    webhookId: webhookIdOf({ jobId: jobId ?? 0, scheduledFor: null, requestId: id }),
    url: form.webhookUrl,
    method: form.httpMethod,
    headers: form.headers ?? {},
    auth: form.auth,
    payload: form.payload,
    timeoutSeconds: form.timeoutSeconds,
    retryCount: 0,
    successCriterion: form.successCriterion,
    successRegex: form.successRegex,
    acceptedStatuses: form.acceptedStatuses,
    deadlineAt: null,
  };
}
