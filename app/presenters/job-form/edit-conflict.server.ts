import { delaysOf, valueText } from '#app/presenters/job/job-changes.ts';
import { fieldColumns, fieldTable, type JobColumn as Field, type JobInput } from '#domain/job/field-table.ts';
import { authText } from '#domain/job/request-auth.ts';
import { isSecretHeader, mask } from '#domain/job/secret-headers.ts';
import { rulesText } from '#domain/notifications/notify-rules.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { formNamesOf } from './form-sections.ts';
import { toJobForm, type JobFormValues } from './job-form.ts';
import { authControls } from './read-job-form.ts';
import { allRuleControls } from './rule-rows.ts';

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

const statuses = { active: 'Active', paused: 'Paused', inactive: 'Inactive' };
const criteria = {
  status_code: 'Status only',
  body_match: 'Status and pattern found',
  body_fail_match: 'Status and pattern not found',
};

/** Text of the fields that are shown in other words than their value, without secrets. */
const worded: Partial<Record<Field, (job: JobInput) => string>> = {
  type: ({ type }) => (type === 'email' ? 'Email' : 'Webhook'),
  headers: ({ headers }) => headersText(headers),
  auth: ({ auth }) => authText(auth),
  timeoutSeconds: ({ timeoutSeconds }) => `${timeoutSeconds} s`,
  retryDelays: (job) => delaysOf(job),
  cronExpression: ({ cronExpression: cron }) => scheduleText(cron),
  successCriterion: ({ successCriterion: of }) => criteria[of],
  notifyFrequency: ({ notifyFrequency }) => notifyFrequency.replace('_', ' '),
  notificationType: ({ notificationType }) => notificationType ?? 'Account default',
  notifyRules: ({ notifyRules }) => rulesText(notifyRules),
  lateAfter: ({ lateAfter }) => (lateAfter === null ? 'Off' : `${lateAfter} s`),
  tooLongAfter: ({ tooLongAfter }) => (tooLongAfter === null ? 'Off' : `${tooLongAfter} s`),
  certificateDays: ({ certificateDays: days }) => (days === 0 ? 'Off' : `${days} days`),
  answerWatch: ({ answerWatch }) => answerWatch ?? 'Off',
  status: ({ status }) => statuses[status],
  tags: ({ tags }) => tags.join(', '),
};

const longest = 1_000;

/** The fields whose other value a page without JavaScript may choose. */
export const choosableFields: readonly Field[] = fieldColumns;

/** The name of a field as its form has it. */
export const fieldLabel = (field: Field): string => fieldTable[field].label;

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
  notifyRules: allRuleControls,
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
  field: Field;
  values: Values | JobFormValues;
}): Record<string, string> {
  const given = values as Partial<Values>;
  return Object.fromEntries(formNamesOf(field).map((name) => [name, given[name] ?? '']));
}

const hiddenIn: Partial<Record<Field, string>> = {
  headers: 'the value of a secret header',
  auth: 'the secret',
};

function textOf({ field, job, other }: { field: Field; job: JobInput; other: JobInput }): string {
  const textIn = (of: JobInput) => worded[field]?.(of) ?? valueText(of[field]);
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
