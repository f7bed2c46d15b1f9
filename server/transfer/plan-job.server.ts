import { readWireJob, toWireJob, wireNameOf } from '#domain/job/job-wire.ts';
import { jobInput, type JobInput } from '#domain/job/job.ts';
import { changedFields } from '#server/jobs/versions/changed-fields.ts';
import { findSame } from './find-same.server.ts';
import type { DocumentJob, DraftedJob, ImportError, SavedJob } from './types.ts';
import { unmasked } from './unmask.server.ts';

// The page shows the beginning of a name the schema refuses as too long.
const longestName = 200;
const longestId = 128;
const longestShown = 60;
const checkedLater = ['webhook_url', 'auth', 'notification_config', 'notify_rules'];

/**
 * Effect of an import on one job, as far as it is known without the database. Fields missing from a known job's entry
 * do not change; a masked header keeps the saved value.
 * @param meant the saved job of the same external id
 * @param alike saved jobs of the same name, if neither side has an external id
 * @param regexError null for a valid pattern
 */
export function planJob({
  job,
  meant,
  alike,
  regexError,
}: {
  job: DocumentJob;
  meant: SavedJob | null;
  alike: SavedJob[];
  regexError: (pattern: string) => string | null;
}): DraftedJob {
  const { value, line, hints, isOptional, offer } = job;
  const { fields, unknown } = readWireJob(value);
  const externalId = typeof fields.externalId === 'string' ? fields.externalId.slice(0, longestId) : null;
  const name = typeof fields.name === 'string' ? fields.name.slice(0, longestName) : '';
  const planned = {
    ...{ line, hints, name, externalId },
    ...(isOptional && { isOptional }),
    ...(offer !== undefined && { offer }),
  };
  const at = (field: string | null) => ({
    field,
    line: (field && job.lineOf[field.split('.')[0] ?? field]) || line,
  });
  const errors: ImportError[] = unknown.map((field) => ({
    ...at(field),
    field: field.slice(0, longestShown),
    message: `${field.slice(0, longestShown)} is not a field of a job. Remove it, or correct its name.`,
  }));
  const known = meant ?? findSame({ fields, alike });
  const given = unmasked({ fields, saved: known });
  const read = jobInput.safeParse({
    ...(known && readWireJob(toWireJob(known.input)).fields),
    ...given.fields,
  });
  errors.push(...given.masked.map((message) => ({ ...at('headers'), message })));
  errors.push(...given.authMasked.map((message) => ({ ...at('auth'), message })));
  const statusBefore = known?.input.status ?? null;
  const refused = () => ({ ...planned, outcome: 'refused' as const, errors });
  if (!read.success) {
    errors.push(...fieldErrorsOf({ issues: read.error.issues, at }));
    return { planned: refused(), checks: null, statusBefore };
  }
  const input = read.data;
  const changed = known && changedFields({ before: known.input, after: input });
  const has = (...names: (keyof JobInput)[]) =>
    changed === null || names.some((one) => changed.includes(one));
  const isTarget = has('webhookUrl', 'successRegex', 'auth');
  const message = isTarget && input.successRegex !== null ? regexError(input.successRegex) : null;
  if (message !== null) errors.push({ ...at('success_regex'), message });
  const isChannel = has('notifyFrequency', 'notificationType', 'notificationConfig');
  const isRuled = has('notifyRules') && input.notifyRules !== null;
  const lineOf = Object.fromEntries(checkedLater.map((field) => [field, at(field).line]));
  const jobId = known?.id ?? null;
  const checks =
    isTarget || isChannel || isRuled ? { input, jobId, isTarget, isChannel, isRuled, lineOf } : null;
  if (errors.length > 0) return { planned: refused(), checks, statusBefore };
  return { planned: { ...planned, ...outcomeOf({ input, known, changed }) }, checks, statusBefore };
}

function outcomeOf({
  input,
  known,
  changed,
}: {
  input: JobInput;
  known: SavedJob | null;
  changed: (keyof JobInput)[] | null;
}) {
  const { name } = input;
  if (!known || !changed) return { name, outcome: 'new' as const, input };
  const { id: jobId, version } = known;
  if (changed.length === 0) return { outcome: 'same' as const, jobId };
  return { name, outcome: 'changed' as const, input, jobId, version, changed };
}

function fieldErrorsOf({
  issues,
  at,
}: {
  issues: { path: PropertyKey[]; message: string }[];
  at: (field: string | null) => { field: string | null; line: number };
}): ImportError[] {
  return issues.map(({ path, message }) => {
    const field = path.length === 0 ? null : wireNameOf(path.join('.'));
    const isBare = /^Invalid input/.test(message);
    return {
      ...at(field),
      message: isBare ? `The value of ${field ?? 'the job'} is of the wrong kind.` : message,
    };
  });
}
