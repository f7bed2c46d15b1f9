import { z } from 'zod';
import { refusal, sentence } from '#app/http/api/check-input.ts';
import { jobStatuses } from '#domain/job/choices.ts';
import { fieldColumns, fieldTable } from '#domain/job/field-table.ts';
import type { JobFields } from '#domain/job/job-fields.ts';
import { readWireJob, toWireJob, wireNameOf } from '#domain/job/job-wire.ts';
import { jobInput, type JobInput } from '#domain/job/job.ts';
import { unmaskRequest } from '#domain/job/unmask-request.ts';

const error = 'Write an instant such as 2026-11-22T09:00:00Z.';
const fromYear0 = Date.parse('0000-01-01T00:00:00Z');
const toYear10000 = Date.UTC(10_000, 0);
/** Four-digit years in UTC, too: a response can be sent back. */
const instant = z.iso
  .datetime({ offset: true, error })
  .refine((text) => fromYear0 <= Date.parse(text) && Date.parse(text) < toYear10000, { error });
const mostSkips = 100;

/** API fields outside the form (D40). */
export const besides = z.object({
  paused_until: instant.transform((text) => new Date(text)).nullish(),
  skips: z
    .array(
      instant.transform((text) => Date.parse(text)),
      { error: 'Write a list of instants.' },
    )
    .max(mostSkips, { error: `At most ${mostSkips} instants can be skipped.` })
    .nullish(),
});

export interface JobBodyChanges {
  /**
   * Skips and pause of the saved job: checked with its other fields, headers unmasked by its own.
   * @throws AppError validation_error, as readNewJob
   */
  changes: (saved: JobInput) => Partial<JobInput>;
  /** Undefined: unchanged. */
  pausedUntil: Date | null | undefined;
  /** UTC milliseconds; undefined: as they are. */
  skips: number[] | undefined;
}

/**
 * A new job from a body.
 * @throws AppError validation_error that names each invalid or unknown field
 */
export function readNewJob(body: Record<string, unknown>): JobInput {
  const { fields, pausedUntil, skips } = readFields(body);
  if (pausedUntil)
    throw refusal([['paused_until', 'A new job cannot be paused by date. Change it once it is there.']]);
  if (skips && skips.length > 0)
    throw refusal([['skips', 'A new job has no skips. Change it once it is there.']]);
  return unmaskRequest({ input: parse(fields), stored: null });
}

/**
 * The job of a test run: when it runs and what it is called do not matter yet.
 * @throws AppError validation_error, as readNewJob
 */
export function readTestJob(body: Record<string, unknown>): JobInput {
  const { fields, unknown } = readWireJob(body);
  if (unknown.length > 0) return readNewJob(body);
  return readNewJob({
    ...body,
    ...(fields.name === undefined && { name: 'Test run' }),
    ...withoutCron(fields),
  });
}

const withoutCron = ({ cronExpression }: Record<string, unknown>) =>
  cronExpression === undefined ? { cron_expression: null } : {};

/** External id of a body, for an upsert (D40), or null. None has the character U+0000. */
export function readExternalId(body: Record<string, unknown>): string | null {
  const { externalId } = readWireJob(body).fields;
  const isOne = typeof externalId === 'string' && externalId !== '' && !externalId.includes('\0');
  return isOne ? externalId : null;
}

/**
 * Changes of a saved job from a body: only its fields, so others keep concurrent changes.
 * @throws AppError validation_error, as readNewJob
 */
export function readJobChanges(body: Record<string, unknown>): JobBodyChanges {
  const { fields, pausedUntil, skips } = readFields(body);
  return { changes: (saved) => changesOf({ fields, saved }), pausedUntil, skips };
}

const channelFields = ['notifyFrequency', 'notificationType', 'notificationConfig'] as const;

function changesOf({
  fields,
  saved,
}: {
  fields: Record<string, unknown>;
  saved: JobInput;
}): Partial<JobInput> {
  const { fields: before } = readWireJob(toWireJob(saved));
  const given = Object.keys(fields) as (keyof JobFields)[];
  // The type follows the target, unless it is said.
  if (given.includes('webhookURL') && !given.includes('type')) {
    delete before.type;
    given.push('type');
  }
  // Without its URL a channel is none: the type goes with it, unless it is said.
  if (given.includes('notificationConfig') && !given.includes('notificationType')) {
    if (!fields.notificationConfig) {
      before.notificationType = null;
      given.push('notificationType');
    }
  }
  // A job saved before a channel needed its URL can be changed in its other fields.
  if (!channelFields.some((name) => given.includes(name)))
    Object.assign(before, { notificationType: null, notificationConfig: null });
  const input = parse({ ...before, ...fields });
  const columns = fieldColumns.filter((column) => given.includes(fieldTable[column].input));
  const whole = unmaskRequest({ input, stored: saved });
  return Object.fromEntries(columns.map((column) => [column, whole[column]]));
}

function readFields(body: Record<string, unknown>) {
  const { paused_until: snakeUntil, pausedUntil: camelUntil, skips, ...rest } = body;
  const { fields, unknown } = readWireJob(rest);
  const errors = unknown.map((name): [string, string] => [
    name,
    `${name.slice(0, 100)} is not a field of a job, or is given twice. Remove it, or correct its name.`,
  ]);
  const until = snakeUntil === undefined ? camelUntil : snakeUntil;
  const read = besides.safeParse({ paused_until: until, skips });
  for (const { path, message } of read.error?.issues ?? []) errors.push([String(path[0]), message]);
  if (!read.success || errors.length > 0) throw refusal([...errors, ...fieldErrorsOf(fields)]);
  return {
    fields,
    pausedUntil: read.data.paused_until,
    skips: read.data.skips === null ? [] : read.data.skips,
  };
}

function parse(fields: Record<string, unknown>): JobInput {
  const read = jobInput.safeParse(fields);
  if (read.success) return read.data;
  throw refusal(issueErrors(read.error.issues));
}

/** Further errors of a body that is refused already; missing fields are no errors of a change. */
function fieldErrorsOf(fields: Record<string, unknown>): [string, string][] {
  const read = jobInput.safeParse(fields);
  const given = new Set(Object.keys(fields));
  return issueErrors((read.error?.issues ?? []).filter(({ path }) => given.has(String(path[0]))));
}

function issueErrors(issues: readonly { path: PropertyKey[]; message: string }[]): [string, string][] {
  return issues.map(({ path, message }) => {
    const name = path.length === 0 ? 'body' : wireNameOf(path.join('.'));
    return [name, sentence({ name, message })];
  });
}

/** The job's versions that If-Match names; undefined where any will do, none where no version is named. */
export function versionsMatched(request: Request): number[] | undefined {
  const header = request.headers.get('if-match');
  if (header === null || header.trim() === '*') return undefined;
  return header.split(',').flatMap((one) => {
    // If-Match compares strongly: a weak tag names nothing (RFC 9110 section 13.1.1).
    const [, version] = /^\s*"(\d{1,9})(?:-[\w-]+)?"\s*$/.exec(one) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
}

export const jobStatus = z
  .enum(jobStatuses, {
    error: `The status must be one of ${jobStatuses.join(', ')}.`,
  })
  .meta({
    description:
      "An active job runs; a paused one counts toward the plan's limit; an inactive one is a draft.",
    examples: ['paused'],
  });
