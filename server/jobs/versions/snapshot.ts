import type { JobInput } from '#domain/job/field-table.ts';

/** A job as one of its versions had it: in the clear, inside the seal of `JobVersion.snapshot`, as JSON. */
export interface JobSnapshot extends JobInput {
  /** ISO 8601, UTC. */
  pausedUntil: string | null;
  pauseReason: string | null;
}
