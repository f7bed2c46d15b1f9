import { scheduleModeOf, presets } from '#domain/presets.ts';
import type { JobInput } from '#domain/job.ts';
import type { OpenJob } from '#server/jobs/types.ts';
import { maskHeaders } from './masked-headers.ts';

/** The job form as text, field by field, named as the specification names them. */
export interface JobFormValues {
  name: string;
  description: string;
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
  httpMethod: string;
  headers: string;
  payload: string;
  timeout: string;
  retryCount: string;
  status: string;
}

const everyField = { minute: '*', hour: '*', dayOfMonth: '*', month: '*', dayOfWeek: '*' };

/** The form as it opens for a new job: what is visible is what is saved (D25). */
export const newJobForm: JobFormValues = {
  name: '',
  description: '',
  webhookURL: '',
  mode: 'every',
  timeInterval: '12',
  cronExpression: '0 * * * *',
  ...everyField,
  timezone: 'UTC',
  httpMethod: 'GET',
  headers: '',
  payload: '',
  timeout: '30',
  retryCount: '3',
  status: 'active',
};

/** A saved job in its form; the mode is the simplest that says the same schedule. */
export function toJobForm({ job, isRevealed }: { job: OpenJob; isRevealed: boolean }): JobFormValues {
  return {
    name: job.name,
    description: job.description,
    webhookURL: job.webhookUrl,
    ...scheduleFields(job.cronExpression),
    timezone: job.timeZone,
    httpMethod: job.httpMethod,
    headers: job.headers ? JSON.stringify(maskHeaders({ headers: job.headers, isRevealed }), null, 2) : '',
    payload: job.payload ?? '',
    timeout: String(job.timeoutSeconds),
    retryCount: String(job.retryCount),
    status: job.status,
  };
}

function scheduleFields(cron: string | null) {
  const { timeInterval, cronExpression } = newJobForm;
  if (cron === null) return { ...everyField, mode: 'none', timeInterval, cronExpression };
  const [minute = '*', hour = '*', dayOfMonth = '*', month = '*', dayOfWeek = '*'] = cron.split(' ');
  const preset = presets.find((one) => one.cron === cron);
  return {
    mode: scheduleModeOf(cron),
    timeInterval: preset ? String(preset.value) : timeInterval,
    cronExpression: cron,
    minute,
    hour,
    dayOfMonth,
    month,
    dayOfWeek,
  };
}

/** What the form asks for; fields that it does not show keep what they hold. */
export function formChanges(input: JobInput) {
  const { name, description, webhookUrl, type, cronExpression, timeZone, httpMethod, headers, payload } =
    input;
  const { timeoutSeconds, retryCount, status } = input;
  return {
    ...{ name, description, webhookUrl, type, cronExpression, timeZone, httpMethod, headers, payload },
    ...{ timeoutSeconds, retryCount, status },
  };
}
