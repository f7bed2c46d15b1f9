import { parseCron } from '#domain/schedule/cron.ts';
import { cronOf } from '#domain/schedule/schedule-from-form.ts';
import { zoneSpelling } from '#domain/schedule/timezone.ts';
import { readHeaders } from './headers.ts';
import type { JobFields } from './job-fields.ts';
import { readAuth } from './request-auth.ts';
import { readRetryDelays } from './retry-delays.ts';
import { readTags } from './tags.ts';

/** The fields of a job, found good, in the names and types of the database; what is absent gets its default. */
export function toJobInput(fields: JobFields) {
  const cron = cronOf(fields);
  const parsed = cron === null ? null : parseCron(cron);
  const read = readHeaders(fields.headers);
  const delays = readRetryDelays(fields.retryDelays);
  const auth = readAuth(fields.auth);
  const type =
    fields.type ?? (/^mailto:/i.test(fields.webhookURL) ? ('email' as const) : ('webhook' as const));
  return {
    name: fields.name.trim(),
    description: fields.description?.trim() ?? '',
    type,
    webhookUrl: fields.webhookURL,
    httpMethod: fields.httpMethod ?? ('GET' as const),
    headers: 'message' in read ? null : read.headers,
    auth: 'message' in auth ? null : auth.auth,
    payload: fields.payload || null,
    timeoutSeconds: fields.timeout,
    retryCount: fields.retryCount,
    retryDelays: 'message' in delays ? null : delays.delays,
    cronExpression: parsed?.isValid ? parsed.cron : null,
    timeZone: zoneSpelling(fields.timezone) ?? fields.timezone,
    successCriterion: fields.successCriterion ?? ('status_code' as const),
    successRegex: fields.successRegex || null,
    acceptedStatuses: fields.acceptedStatuses?.replace(/\s+/g, '') || null,
    notifyFrequency: fields.notifyFrequency ?? ('on_failure' as const),
    notificationType: fields.notificationType ?? null,
    notificationConfig: fields.notificationConfig?.trim() || null,
    status: fields.status ?? ('active' as const),
    tags: readTags(fields.tags),
    externalId: fields.externalId || null,
    overlap: fields.overlap ?? ('skip' as const),
    catchUp: fields.catchUp ?? ('last' as const),
    isSigned: fields.signing ?? false,
    followRedirects: fields.followRedirects ?? false,
  };
}
