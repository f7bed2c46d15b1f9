import { parseCron } from '#domain/schedule/cron.ts';
import { cronOf } from '#domain/schedule/schedule-from-form.ts';
import { zoneSpelling } from '#domain/schedule/timezone.ts';
import { type NotifyRule, readNotifyRules } from '#domain/notifications/notify-rules.ts';
import { buildJob, fieldTable, type JobInput } from './field-table.ts';
import { readHeaders } from './headers.ts';
import type { JobFields } from './job-fields.ts';
import { readAuth } from './request-auth.ts';
import { readRetryDelays } from './retry-delays.ts';
import { readTags } from './tags.ts';

/** The fields of a job, found good, in the names and types of the database; what is absent gets its default. */
export function toJobInput(fields: JobFields): JobInput {
  const given = buildJob((column) => {
    const { input, default: absent } = fieldTable[column];
    const value = fields[input] ?? absent;
    return value === '' ? absent : value;
  });
  return Object.assign(given, convertedFields(fields));
}

/** The fields whose input is another than what is saved. */
function convertedFields(fields: JobFields): Partial<JobInput> {
  const cron = cronOf(fields);
  const parsed = cron === null ? null : parseCron(cron);
  const read = readHeaders(fields.headers);
  const delays = readRetryDelays(fields.retryDelays);
  const auth = readAuth(fields.auth);
  const rules = readNotifyRules(fields.notifyRules);
  return {
    name: fields.name.trim(),
    description: fields.description?.trim() ?? '',
    type: fields.type ?? (/^mailto:/i.test(fields.webhookURL) ? 'email' : 'webhook'),
    headers: 'message' in read ? null : read.headers,
    auth: 'message' in auth ? null : auth.auth,
    retryDelays: 'message' in delays ? null : delays.delays,
    cronExpression: parsed?.isValid ? parsed.cron : null,
    timeZone: zoneSpelling(fields.timezone) ?? fields.timezone,
    acceptedStatuses: fields.acceptedStatuses?.replace(/\s+/g, '') || null,
    notificationConfig: fields.notificationConfig?.trim() || null,
    // An id of the API becomes its name before the job is saved (server/channels).
    notifyRules: ('rules' in rules ? rules.rules : null) as NotifyRule[] | null,
    answerWatch: fields.answerWatch?.trim() || null,
    tags: readTags(fields.tags),
  };
}
