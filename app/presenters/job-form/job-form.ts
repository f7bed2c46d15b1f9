import type { FormName } from '#app/presenters/job-form/form-sections.ts';
import { maskHeaders } from '#app/presenters/masked-headers.ts';
import { fieldColumns, fieldTable, newJob, type JobInput } from '#domain/job/field-table.ts';
import { maskAuth, toWireAuth } from '#domain/job/request-auth.ts';
import { presets, scheduleModeOf } from '#domain/schedule/presets.ts';
import { indentJson } from '#domain/text/indent-json.ts';

/** The job form as text, field by field, named as the specification names them. */
export type JobFormValues = Record<FormName, string>;

const everyHour = { minute: '0', hour: '*', dayOfMonth: '*', month: '*', dayOfWeek: '*' };
const newSchedule = { mode: 'every', timeInterval: '12', cronExpression: '0 * * * *', ...everyHour };

/** The form of a new job: visible values are saved values (D25), and every mode has the same schedule. */
export const newJobForm: JobFormValues = { ...toJobForm({ job: newJob, isRevealed: false }), ...newSchedule };

/** A saved job in its form; the mode is the simplest that says the same schedule. */
export function toJobForm({ job, isRevealed }: { job: JobInput; isRevealed: boolean }): JobFormValues {
  const values = fieldColumns.map((column) => [fieldTable[column].input, controlText(job[column])]);
  return {
    ...(Object.fromEntries(values) as JobFormValues),
    ...scheduleFields(job.cronExpression),
    headers: job.headers ? indentJson(JSON.stringify(maskHeaders({ headers: job.headers, isRevealed }))) : '',
    auth: job.auth ? JSON.stringify(toWireAuth(maskAuth(job.auth))) : '',
    tags: job.tags.join(', '),
  };
}

function controlText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'on' : '';
  return value === null ? '' : JSON.stringify(value);
}

/** The fields of all modes for one schedule, so none of them says another. */
export function scheduleFields(cron: string | null) {
  const { timeInterval, cronExpression } = newSchedule;
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
