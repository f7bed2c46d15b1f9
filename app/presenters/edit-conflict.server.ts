import { describeCron } from '#domain/cron-description.ts';
import type { JobInput } from '#domain/job.ts';
import { isSecretHeader, mask } from '#domain/secret-headers.ts';
import { toJobForm, type JobFormValues } from './job-form.ts';

type Field = keyof JobInput;
type Values = Record<string, string>;

/** One field that two people changed, as each of them has it. */
export interface ConflictRow {
  field: string;
  label: string;
  /** In words, without the value of a secret. */
  mine: string;
  theirs: string;
  /** The same for the form. */
  mineValues: Values;
  theirsValues: Values;
}

/** Two edits of a job that meet in the same fields, as the form shows them. */
export interface ConflictView {
  /** The newest version, which the next save is based on. */
  version: number;
  rows: ConflictRow[];
  /** What only the other one changed: it stands in the form already. */
  taken: { label: string; text: string }[];
  /** The form as it comes back. */
  values: Values;
}

const scheduleFields = 'mode timeInterval cronExpression minute hour dayOfMonth month dayOfWeek'.split(' ');
const formFieldsOf: Partial<Record<Field, readonly string[]>> = {
  cronExpression: scheduleFields,
  timeZone: ['timezone'],
  webhookUrl: ['webhookURL'],
  timeoutSeconds: ['timeout'],
  isSigned: ['signing'],
};

interface Shown {
  label: string;
  text: (job: JobInput) => string | null;
}

const statuses = { active: 'Active', paused: 'Paused', inactive: 'Inactive' };
const criteria = {
  status_code: 'The status alone',
  body_match: 'Status and a pattern that is found',
  body_fail_match: 'Status and a pattern that is not found',
};

/** How each field is shown. One that is not listed may hold a secret: only that it differs is said. */
const shown: Partial<Record<Field, Shown>> = {
  name: { label: 'Job Name', text: ({ name }) => name },
  description: { label: 'Description', text: ({ description }) => description },
  type: { label: 'Type', text: ({ type }) => (type === 'email' ? 'Email' : 'Webhook') },
  webhookUrl: { label: 'Webhook URL', text: ({ webhookUrl }) => webhookUrl },
  httpMethod: { label: 'HTTP Method', text: ({ httpMethod }) => httpMethod },
  headers: { label: 'Headers', text: ({ headers }) => headersText(headers) },
  payload: { label: 'Payload', text: ({ payload }) => payload },
  timeoutSeconds: { label: 'Timeout', text: ({ timeoutSeconds }) => `${timeoutSeconds} s` },
  retryCount: { label: 'Retry Count', text: ({ retryCount }) => String(retryCount) },
  cronExpression: { label: 'Schedule', text: ({ cronExpression: cron }) => scheduleText(cron) },
  timeZone: { label: 'Time zone', text: ({ timeZone }) => timeZone },
  successCriterion: { label: 'Success Criterion', text: ({ successCriterion: of }) => criteria[of] },
  successRegex: { label: 'Pattern', text: ({ successRegex }) => successRegex },
  acceptedStatuses: { label: 'Accepted Statuses', text: (job) => job.acceptedStatuses },
  notifyFrequency: { label: 'Notify', text: (job) => job.notifyFrequency.replace('_', ' ') },
  notificationType: { label: 'Notification Type', text: (job) => job.notificationType ?? 'Account default' },
  notificationConfig: { label: 'Notification URL', text: (job) => job.notificationConfig },
  status: { label: 'Job Status', text: ({ status }) => statuses[status] },
  tags: { label: 'Tags', text: ({ tags }) => tags.join(', ') },
  externalId: { label: 'External Id', text: ({ externalId }) => externalId },
  overlap: { label: 'If the last run is still going', text: ({ overlap }) => overlap },
  catchUp: { label: 'If a run is missed', text: ({ catchUp }) => catchUp },
  isSigned: { label: 'Signing', text: ({ isSigned }) => (isSigned ? 'On' : 'Off') },
};

const longest = 1_000;

/** The fields whose other value a page without JavaScript may choose. */
export const choosableFields = Object.keys(shown) as Field[];

/** The name of a field as its form has it; "Retry delays" of `retryDelays`. */
export function fieldLabel(field: Field): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return shown[field]?.label ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Two edits that conflict, field by field.
 * @param typed the form as it was sent: it comes back with the fields that only the other one changed
 */
export function toConflictView({
  version,
  mine,
  theirs,
  conflicts,
  taken,
  typed,
}: {
  version: number;
  mine: JobInput;
  theirs: JobInput;
  conflicts: readonly Field[];
  taken: readonly Field[];
  typed: Values;
}): ConflictView {
  const other = toJobForm({ job: theirs, isRevealed: false });
  const rows = conflicts.map((field) => ({
    field,
    label: fieldLabel(field),
    mine: textOf({ field, job: mine, other: theirs }),
    theirs: textOf({ field, job: theirs, other: mine }),
    mineValues: formValues({ field, values: typed }),
    theirsValues: formValues({ field, values: other }),
  }));
  const merged = taken.map((field) => formValues({ field, values: other }));
  return {
    version,
    rows,
    taken: taken.map((field) => ({
      label: fieldLabel(field),
      text: textOf({ field, job: theirs, other: mine }),
    })),
    values: Object.assign({ ...typed }, ...merged) as Values,
  };
}

/** What the form has in the controls of a field of the job. */
export function formValues({
  field,
  values,
}: {
  field: string;
  values: Values | JobFormValues;
}): Record<string, string> {
  const names = formFieldsOf[field as Field] ?? [field];
  const given = values as Partial<Values>;
  return Object.fromEntries(names.map((name) => [name, given[name] ?? '']));
}

function textOf({ field, job, other }: { field: Field; job: JobInput; other: JobInput }): string {
  const of = shown[field];
  if (!of) return 'Changed';
  const text = of.text(job) || 'Empty';
  // Of secret headers nothing is seen that differs.
  const isHidden = field === 'headers' && text === of.text(other);
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return isHidden ? `${cut} (the value of a secret header differs)` : cut;
}

function headersText(headers: JobInput['headers']): string {
  const lines = Object.entries(headers ?? {}).map(
    ([name, value]) => `${name}: ${isSecretHeader(name) ? mask : value}`,
  );
  return lines.join('\n');
}

function scheduleText(cron: string | null): string {
  return cron === null ? 'Manual only' : `${describeCron(cron)} (${cron})`;
}
