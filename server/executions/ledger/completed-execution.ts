import type { Outcome, OutcomeReason } from '#domain/outcome.ts';
import type { WatchedResponse } from '#server/outbound/response/watched-value.server.ts';
import type { ClaimedCall } from './types.ts';

/** An execution that ended, as statistics and the job's state count it. */
export interface CompletedExecution {
  executionId: number;
  jobId: number;
  trigger: ClaimedCall['trigger'];
  /** scheduledFor, else dueAt: the day it counts to. */
  at: number;
  outcome: Outcome;
  reason: OutcomeReason | null;
  /** When the first attempt left; null if none did. */
  startedAt: number | null;
  endedAt: number;
  durationMs: number | null;
  latenessMs: number | null;
  statusCode: number | null;
  errorCode: string | null;
  /** The watched part of a success; absent if the job watches none. */
  watched?: WatchedResponse;
}
