import type { JobField } from '#domain/job/job-field.ts';
import { fieldColumns, fieldTable, type InputName, type JobColumn } from '#domain/job/field-table.ts';

/** Controls that write the schedule besides its own field. */
const scheduleControls = [
  'mode',
  'timeInterval',
  'minute',
  'hour',
  'dayOfMonth',
  'month',
  'dayOfWeek',
] as const;

/** Names of the form's fields, as the specification has them. */
export type FormName = InputName | (typeof scheduleControls)[number];
export type SectionName = JobField['section'];

/** Names of the form for a field of the job. */
export function formNamesOf(column: JobColumn): FormName[] {
  const { input } = fieldTable[column];
  return column === 'cronExpression' ? [...scheduleControls, input] : [input];
}

const section = (value: SectionName, label: string) => ({
  value,
  label,
  fields: fieldColumns.filter((column) => fieldTable[column].section === value).flatMap(formNamesOf),
});

/** Fields by tab, in order. */
export const formSections = [
  section('url', 'URL & Time'),
  section('http', 'HTTP'),
  section('timeout', 'Timeout'),
  section('criterion', 'Criterion'),
  section('notifications', 'Notifications'),
  section('status', 'Status'),
] as const;

/** True for the field of a place such as notifyRules[0].events. */
const isWithin = (place: string) => (field: string) =>
  place === field || place.startsWith(`${field}[`) || place.startsWith(`${field}.`);

/** Number of fields of each tab are wrong. */
export function errorCounts(
  errors: Record<string, string[] | null | undefined>,
): Record<SectionName, number> {
  const counts = formSections.map(({ value, fields }) => [
    value,
    Object.entries(errors).filter(([place, texts]) => texts?.length && fields.some(isWithin(place))).length,
  ]);
  return Object.fromEntries(counts) as Record<SectionName, number>;
}

/** "2 errors, in HTTP and Status"; null when there is none. */
export function errorSummary(counts: Record<SectionName, number>): string | null {
  const wrong = formSections.filter(({ value }) => counts[value] > 0);
  const total = wrong.reduce((sum, { value }) => sum + counts[value], 0);
  if (total === 0) return null;
  const labels = wrong.map(({ label }) => label);
  const places =
    labels.length > 1 ? `${labels.slice(0, -1).join(', ')} and ${labels.at(-1) ?? ''}` : labels[0];
  return `${total} ${total === 1 ? 'error' : 'errors'}, in ${places ?? ''}`;
}
