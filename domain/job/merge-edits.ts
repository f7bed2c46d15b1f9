import { readWireJob, toWireJob } from './job-wire.ts';
import { jobInput, type JobInput } from './job.ts';

type Field = keyof JobInput;

/** Fields with a meaning only together: if two people change one each, their edits conflict. */
const together: readonly (readonly Field[])[] = [
  ['cronExpression', 'timeZone'],
  ['type', 'webhookUrl'],
  ['successCriterion', 'successRegex', 'acceptedStatuses'],
  ['notifyFrequency', 'notificationType', 'notificationConfig'],
  ['retryCount', 'retryDelays'],
];

/** Result of merging two edits of one job. */
export interface MergedEdits {
  /** Both edits; where they conflict, mine. */
  merged: JobInput;
  /** Both have changed these, and not to the same. */
  conflicts: Field[];
  /** Only theirs has changed these. */
  taken: Field[];
}

/**
 * Merges two edits of a job, field by field. A change by only one of them is kept; fields with a meaning only together
 * conflict together. If the merged job could not be saved, all changed fields conflict.
 * @param base the version both edits began with; null if it was removed: then every difference is a conflict
 */
export function mergeEdits({
  base,
  mine,
  theirs,
}: {
  base: JobInput | null;
  mine: JobInput;
  theirs: JobInput;
}): MergedEdits {
  const fields = Object.keys(theirs) as Field[];
  const isMine = (field: Field) => base === null || !isSame(base[field], mine[field]);
  const isTheirs = (field: Field) => base === null || !isSame(base[field], theirs[field]);
  const differing = fields.filter((field) => !isSame(mine[field], theirs[field]));
  const groupOf = (field: Field) => together.find((group) => group.includes(field)) ?? [field];
  const conflicts = differing.filter((field) => groupOf(field).some(isMine) && groupOf(field).some(isTheirs));
  const taken = differing.filter((field) => !conflicts.includes(field) && isTheirs(field));
  const own = fields.filter((field) => conflicts.includes(field) || isMine(field));
  const merged = { ...theirs, ...pick({ job: mine, fields: own }) };
  if (conflicts.length > 0 || taken.length === 0 || isValid(merged)) return { merged, conflicts, taken };
  return { merged: mine, conflicts: differing, taken: [] };
}

/** The fields an edit has changed. */
export function editedFields({ base, mine }: { base: JobInput; mine: JobInput }): Partial<JobInput> {
  const fields = (Object.keys(mine) as Field[]).filter((field) => !isSame(base[field], mine[field]));
  return pick({ job: mine, fields });
}

function pick({ job, fields }: { job: JobInput; fields: readonly Field[] }): Partial<JobInput> {
  return Object.fromEntries(fields.map((field) => [field, job[field]]));
}

function isValid(job: JobInput): boolean {
  return jobInput.safeParse(readWireJob(toWireJob(job)).fields).success;
}

/** A browser sends every line break of a text field as CR LF. */
function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n') : JSON.stringify(value ?? null, inOrder);

/** Names in one order: that of headers, or of stored rules, means nothing. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
