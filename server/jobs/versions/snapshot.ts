import type {
  CatchUp,
  Criterion,
  JobStatus,
  JobType,
  NotifyFrequency,
  Overlap,
} from '#domain/job/choices.ts';
import type { RequestAuth } from '#domain/job/request-auth.ts';
import type { RetryDelays } from '#domain/job/retry-delays.ts';

/** A job as one of its versions had it: in the clear, inside the seal of `JobVersion.snapshot`, as JSON. */
export interface JobSnapshot {
  name: string;
  description: string;
  status: JobStatus;
  type: JobType;
  cronExpression: string | null;
  timeZone: string;
  webhookUrl: string;
  httpMethod: string;
  headers: Record<string, string> | null;
  auth: RequestAuth | null;
  payload: string | null;
  timeoutSeconds: number;
  retryCount: number;
  retryDelays: RetryDelays | null;
  successCriterion: Criterion;
  successRegex: string | null;
  acceptedStatuses: string | null;
  notifyFrequency: NotifyFrequency;
  notificationType: string | null;
  notificationConfig: string | null;
  tags: string[];
  externalId: string | null;
  overlap: Overlap;
  catchUp: CatchUp;
  isSigned: boolean;
  followRedirects: boolean;
  /** ISO 8601, UTC. */
  pausedUntil: string | null;
  pauseReason: string | null;
}

/** Fields that versions of an earlier release lack, as they were then. */
export const laterFields = {
  retryDelays: null,
  followRedirects: false,
  auth: null,
} satisfies Partial<JobSnapshot>;
