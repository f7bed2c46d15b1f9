import type { JobStatus } from './choices.ts';
import { jobFields } from './job-fields.ts';
import { toJobInput } from './job-output.ts';
import { checkJob } from './job-rules.ts';

/** A requested job: fully validated, in the database's names and types. */
export const jobInput = jobFields
  .superRefine(checkJob, { when: ({ value }) => typeof value === 'object' && value !== null })
  .transform(toJobInput);

export type { JobInput } from './field-table.ts';

/**
 * Reports whether a job fires: active, or paused until an instant that has come (engine.md section 4).
 * @param now UTC milliseconds
 */
export function isActive({
  status,
  pausedUntil,
  now,
}: {
  status: JobStatus;
  pausedUntil: Date | null;
  now: number;
}): boolean {
  return status === 'active' || (status === 'paused' && pausedUntil !== null && pausedUntil.getTime() <= now);
}
