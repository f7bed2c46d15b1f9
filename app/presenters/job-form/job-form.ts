import { maskHeaders } from '#app/presenters/masked-headers.ts';
import type { JobInput } from '#domain/job/job.ts';
import { maskAuth, toWireAuth } from '#domain/job/request-auth.ts';
import { presets, scheduleModeOf } from '#domain/schedule/presets.ts';
import { indentJson } from '#domain/text/indent-json.ts';

/** The job form as text, field by field, named as the specification names them. */
export interface JobFormValues {
  name: string;
  description: string;
  type: string;
  webhookURL: string;
  mode: string;
  timeInterval: string;
  cronExpression: string;
  minute: string;
  hour: string;
  dayOfMonth: string;
  month: string;
  dayOfWeek: string;
  timezone: string;
  catchUp: string;
  overlap: string;
  httpMethod: string;
  headers: string;
  auth: string;
  payload: string;
  signing: string;
  followRedirects: string;
  timeout: string;
  retryCount: string;
  retryDelays: string;
  successCriterion: string;
  successRegex: string;
  acceptedStatuses: string;
  notifyFrequency: string;
  notificationType: string;
  notificationConfig: string;
  status: string;
  tags: string;
  externalId: string;
}

const everyHour = { minute: '0', hour: '*', dayOfMonth: '*', month: '*', dayOfWeek: '*' };

/** The form of a new job: visible values are saved values (D25), and every mode has the same schedule. */
export const newJobForm: JobFormValues = {
  name: '',
  description: '',
  type: 'webhook',
  webhookURL: '',
  mode: 'every',
  timeInterval: '12',
  cronExpression: '0 * * * *',
  ...everyHour,
  timezone: 'UTC',
  catchUp: 'last',
  overlap: 'skip',
  httpMethod: 'GET',
  headers: '',
  auth: '',
  payload: '',
  signing: '',
  followRedirects: '',
  timeout: '30',
  retryCount: '3',
  retryDelays: '',
  successCriterion: 'status_code',
  successRegex: '',
  acceptedStatuses: '',
  notifyFrequency: 'on_failure',
  notificationType: '',
  notificationConfig: '',
  status: 'active',
  tags: '',
  externalId: '',
};

/** A saved job in its form; the mode is the simplest that says the same schedule. */
export function toJobForm({ job, isRevealed }: { job: JobInput; isRevealed: boolean }): JobFormValues {
  return {
    name: job.name,
    description: job.description,
    type: job.type,
    webhookURL: job.webhookUrl,
    ...scheduleFields(job.cronExpression),
    timezone: job.timeZone,
    catchUp: job.catchUp,
    overlap: job.overlap,
    httpMethod: job.httpMethod,
    headers: job.headers ? indentJson(JSON.stringify(maskHeaders({ headers: job.headers, isRevealed }))) : '',
    auth: job.auth ? JSON.stringify(toWireAuth(maskAuth(job.auth))) : '',
    payload: job.payload ?? '',
    signing: job.isSigned ? 'on' : '',
    followRedirects: job.followRedirects ? 'on' : '',
    timeout: String(job.timeoutSeconds),
    retryCount: String(job.retryCount),
    retryDelays: job.retryDelays ? JSON.stringify(job.retryDelays) : '',
    successCriterion: job.successCriterion,
    successRegex: job.successRegex ?? '',
    acceptedStatuses: job.acceptedStatuses ?? '',
    notifyFrequency: job.notifyFrequency,
    notificationType: job.notificationType ?? '',
    notificationConfig: job.notificationConfig ?? '',
    status: job.status,
    tags: job.tags.join(', '),
    externalId: job.externalId ?? '',
  };
}

/** The fields of all modes for one schedule, so none of them says another. */
export function scheduleFields(cron: string | null) {
  const { timeInterval, cronExpression } = newJobForm;
  if (cron === null) return { ...everyHour, mode: 'none', timeInterval, cronExpression };
  const [minute = '*', hour = '*', dayOfMonth = '*', month = '*', dayOfWeek = '*'] = cron.split(' ');
  const preset = presets.find((one) => one.cron === cron);
  return {
    mode: scheduleModeOf(cron),
    timeInterval: preset ? String(preset.value) : timeInterval,
    cronExpression: cron,
    ...{ minute, hour, dayOfMonth, month, dayOfWeek },
  };
}
