import { delaysOf } from '#app/presenters/job/job-changes.ts';
import type { JobInput } from '#domain/job/job.ts';
import { authText } from '#domain/job/request-auth.ts';
import { isSecretHeader, mask } from '#domain/job/secret-headers.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { toJobForm, type JobFormValues } from './job-form.ts';
import { authControls } from './read-job-form.ts';

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
  /** Changed only by the other edit, and already in the form. */
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
  status_code: 'Status only',
  body_match: 'Status and pattern found',
  body_fail_match: 'Status and pattern not found',
};

const onOff = (isOn: boolean) => (isOn ? 'On' : 'Off');

/** Text of each field, without its secrets. */
const shown: Record<Field, Shown> = {
  name: { label: 'Job Name', text: ({ name }) => name },
  description: { label: 'Description', text: ({ description }) => description },
  type: { label: 'Type', text: ({ type }) => (type === 'email' ? 'Email' : 'Webhook') },
  webhookUrl: { label: 'Webhook URL', text: ({ webhookUrl }) => webhookUrl },
  httpMethod: { label: 'HTTP Method', text: ({ httpMethod }) => httpMethod },
  headers: { label: 'Headers', text: ({ headers }) => headersText(headers) },
  auth: { label: 'Authentication', text: ({ auth }) => authText(auth) },
  payload: { label: 'Payload', text: ({ payload }) => payload },
  timeoutSeconds: { label: 'Timeout', text: ({ timeoutSeconds }) => `${timeoutSeconds} s` },
  retryCount: { label: 'Retry Count', text: ({ retryCount }) => String(retryCount) },
  retryDelays: { label: 'Retry Delays', text: (job) => delaysOf(job) },
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
  isSigned: { label: 'Signing', text: ({ isSigned }) => onOff(isSigned) },
  followRedirects: { label: 'Follow redirects', text: (job) => onOff(job.followRedirects) },
};

const longest = 1_000;

/** The fields whose other value a page without JavaScript may choose. */
export const choosableFields = Object.keys(shown) as Field[];

/** The name of a field as its form has it. */
export const fieldLabel = (field: Field): string => shown[field].label;

/**
 * Two conflicting edits, field by field.
 * @param typed the form as sent: it comes back with the fields that only the other edit changed
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

/** Controls that say a field in another way (read-job-form.ts), and would say it over the value filled in. */
const standIns: Partial<Record<Field, readonly string[]>> = {
  headers: ['headersAs', 'headerName', 'headerValue'],
  auth: ['authType', ...authControls],
  retryDelays: ['retryKind', 'retryJitter'],
  notificationConfig: ['notifyAfter', 'notifyEvery', 'notifyRecovery'],
};

/** Writes the other one's value of each of these fields into a form as its controls sent it. */
export function fillInTheirs({
  form,
  fields,
  theirs,
}: {
  form: FormData;
  fields: readonly Field[];
  theirs: JobInput;
}): void {
  const values = toJobForm({ job: theirs, isRevealed: false });
  for (const field of fields) {
    for (const [name, value] of Object.entries(formValues({ field, values }))) form.set(name, value);
    for (const name of standIns[field] ?? []) form.delete(name);
  }
}

/** Values of the form's controls for a field of the job. */
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

const hiddenIn: Partial<Record<Field, string>> = {
  headers: 'the value of a secret header',
  auth: 'the secret',
};

function textOf({ field, job, other }: { field: Field; job: JobInput; other: JobInput }): string {
  const { text: textIn } = shown[field];
  const text = textIn(job) || 'Empty';
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  // A changed secret shows no difference.
  const hidden = text === textIn(other) ? hiddenIn[field] : undefined;
  return hidden ? `${cut} (${hidden} differs)` : cut;
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
