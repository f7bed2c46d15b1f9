import { AppError } from '#domain/errors.ts';
import { jobInput, type JobInput } from '#domain/job.ts';
import { readWireJob, toWireJob, wireNameOf } from '#domain/job-wire.ts';
import { mask } from '#domain/secret-headers.ts';
import { checkInput } from '#server/jobs/check-input.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { changedFields } from '#server/jobs/update-job.server.ts';
import { checkChannel } from '#server/notifications/check-channel.server.ts';
import type { SavedJob } from './saved-jobs.server.ts';
import type { DocumentJob, ImportFault, PlannedJob } from './types.ts';

/**
 * What an import makes of one job. A field that a known job's entry does not name stays as it is; a masked header
 * keeps the value that is saved.
 * @param meant the saved job of the same external id
 * @param alike saved jobs of the same name, where neither side has an external id
 */
export async function planJob({
  owner,
  job,
  meant,
  alike,
}: {
  owner: Owner;
  job: DocumentJob;
  meant: SavedJob | null;
  alike: SavedJob[];
}): Promise<PlannedJob> {
  const { value, line, notes } = job;
  const { fields, unknown } = readWireJob(value);
  const externalId = typeof fields.externalId === 'string' ? fields.externalId : null;
  const planned = { line, notes, externalId, name: typeof fields.name === 'string' ? fields.name : '' };
  const at = (field: string | null) => ({ field, line: (field && job.lineOf[field]) || line });
  const faults: ImportFault[] = unknown.map((name) => ({
    ...at(name),
    message: `${name} is not a field of a job. Remove it, or correct its name.`,
  }));
  const known = meant ?? alike.find((one) => isSame({ fields, saved: one })) ?? null;
  const given = unmasked({ fields, saved: known });
  const read = jobInput.safeParse({
    ...(known && readWireJob(toWireJob(known.input)).fields),
    ...given.fields,
  });
  faults.push(...given.masked.map((message) => ({ ...at('headers'), message })));
  if (!read.success) faults.push(...faultsOf({ issues: read.error.issues, at }));
  else
    faults.push(
      ...(await judged({ owner, input: read.data, saved: known })).map((fault) => ({
        ...at(fault.field),
        ...fault,
      })),
    );
  if (!read.success || faults.length > 0) return { ...planned, outcome: 'refused', faults };
  const input = read.data;
  if (!known) return { ...planned, name: input.name, outcome: 'new', input };
  const changed = changedFields({ before: known.input, after: input });
  const { id: jobId, version } = known;
  if (changed.length === 0) return { ...planned, outcome: 'same', jobId };
  return { ...planned, name: input.name, outcome: 'changed', input, jobId, version, changed };
}

/** Without an external id only a job that is the same in all that is given counts as known. */
function isSame({ fields, saved }: { fields: Record<string, unknown>; saved: SavedJob }): boolean {
  const { fields: before } = readWireJob(toWireJob(saved.input));
  const read = jobInput.safeParse({ ...before, ...unmasked({ fields, saved }).fields });
  return read.success && changedFields({ before: saved.input, after: read.data }).length === 0;
}

/** The fields with the saved values where a mask stands; what stands for no saved value is told. */
function unmasked({ fields, saved }: { fields: Record<string, unknown>; saved: SavedJob | null }): {
  fields: Record<string, unknown>;
  masked: string[];
} {
  const { headers } = fields;
  if (typeof headers !== 'object' || headers === null) return { fields, masked: [] };
  const kept = new Map(
    Object.entries(saved?.input.headers ?? {}).map(([name, text]) => [name.toLowerCase(), text]),
  );
  const masked: string[] = [];
  const whole = Object.entries(headers).map(([name, text]: [string, unknown]) => {
    if (text !== mask) return [name, text];
    const value = kept.get(name.toLowerCase());
    if (value === undefined)
      masked.push(
        `The value of ${name.slice(0, 60)} is masked. Write it, or {{secret.NAME}} for a secret of your account.`,
      );
    return [name, value ?? text];
  });
  return { fields: { ...fields, headers: Object.fromEntries(whole) as unknown }, masked };
}

function faultsOf({
  issues,
  at,
}: {
  issues: { path: PropertyKey[]; message: string }[];
  at: (field: string | null) => { field: string | null; line: number };
}): ImportFault[] {
  return issues.map(({ path: [first], message }) => {
    const field = first === undefined ? null : wireNameOf(String(first));
    const isBare = /^Invalid input/.test(message);
    return {
      ...at(field),
      message: isBare ? `The value of ${field ?? 'the job'} is of the wrong kind.` : message,
    };
  });
}

/** What the schema alone cannot judge; of a known job only where it changes, as for an edit. */
async function judged({
  owner,
  input,
  saved,
}: {
  owner: Owner;
  input: JobInput;
  saved: SavedJob | null;
}): Promise<{ field: string; message: string }[]> {
  const changed = saved ? changedFields({ before: saved.input, after: input }) : null;
  const has = (...names: (keyof JobInput)[]) =>
    changed === null || names.some((name) => changed.includes(name));
  const jobId = saved?.id ?? null;
  const checks: Promise<void>[] = [];
  if (has('webhookUrl', 'successRegex')) checks.push(checkInput({ input, owner, jobId }));
  if (has('notificationType', 'notificationConfig')) checks.push(checkChannel({ input, owner, jobId }));
  const ended = await Promise.allSettled(checks);
  return ended.flatMap((one) => (one.status === 'rejected' ? refusalsOf(one.reason) : []));
}

function refusalsOf(error: unknown): { field: string; message: string }[] {
  if (!(error instanceof AppError) || !error.details) throw error;
  return Object.entries(error.details).map(([field, message]) => ({
    field: wireNameOf(field),
    message: String(message),
  }));
}
