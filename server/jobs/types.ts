import type { RequestAuth } from '#domain/job/request-auth.ts';
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

/** Columns of the job row that hold sealed text. */
export type SealedColumn = 'webhookUrl' | 'headers' | 'auth' | 'payload' | 'notificationConfig';

/** The same opened. */
export interface DecryptedColumns {
  webhookUrl: string;
  headers: Record<string, string> | null;
  auth: RequestAuth | null;
  payload: string | null;
  notificationConfig: string | null;
}

/** A job with its sealed columns opened. */
export type DecryptedJob = Omit<JobRow, SealedColumn> & DecryptedColumns;

/** A job and what its executions have made of it. */
export interface JobWithState {
  job: DecryptedJob;
  state: JobState | null;
}
