import type { JobInput } from '#domain/job/job.ts';
import { storedDelays } from '#domain/job/retry-delays.ts';
import type { DecryptedJob } from '#server/jobs/types.ts';

/** The editable fields of a job, as the schema of domain/job/job returns them. */
export function jobInputOf(job: Pick<DecryptedJob, keyof JobInput>): JobInput {
  return {
    name: job.name,
    description: job.description,
    type: job.type,
    webhookUrl: job.webhookUrl,
    httpMethod: job.httpMethod as JobInput['httpMethod'],
    headers: job.headers,
    auth: job.auth,
    payload: job.payload,
    timeoutSeconds: job.timeoutSeconds,
    retryCount: job.retryCount,
    retryDelays: storedDelays(job.retryDelays),
    cronExpression: job.cronExpression,
    timeZone: job.timeZone,
    successCriterion: job.successCriterion,
    successRegex: job.successRegex,
    acceptedStatuses: job.acceptedStatuses,
    notifyFrequency: job.notifyFrequency,
    notificationType: job.notificationType as JobInput['notificationType'],
    notificationConfig: job.notificationConfig,
    status: job.status,
    tags: job.tags,
    externalId: job.externalId,
    overlap: job.overlap,
    catchUp: job.catchUp,
    isSigned: job.isSigned,
    followRedirects: job.followRedirects,
  };
}
