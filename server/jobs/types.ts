import type { EncodedColumn, JobInput } from '#domain/job/field-table.ts';
import type { Tier } from '#domain/plan.ts';
import type { Job as JobRow, JobState } from '#server/generated/client.ts';
import type { EventRequest } from '#server/security-log/record-event.server.ts';

export type { JobRow, JobState };

/** Account of a use case; the tier is read again under the lock for decisions. */
export interface Owner {
  id: number;
  tier: Tier;
  /** By which they ask, for the security log. */
  request?: EventRequest;
}

/** The values of the columns that hold sealed text or JSON. */
export type DecryptedColumns = Pick<JobInput, EncodedColumn>;

/** A job with its sealed columns opened. */
export type DecryptedJob = Omit<JobRow, EncodedColumn> & DecryptedColumns;

/** A job and what its executions have made of it. */
export interface JobWithState {
  job: DecryptedJob;
  state: JobState | null;
}
