import type { ApiStatus, Outcome, OutcomeReason } from '#domain/outcome.ts';
import type { ExecutionTrigger } from '#domain/trigger.ts';
import { failedOutcomes, notRunOutcomes } from '#server/database/sql-lists.ts';

/** An execution as lists and pages read it. */
export interface ExecutionRow {
  id: number;
  jobId: number;
  trigger: ExecutionTrigger;
  scheduledFor: Date | null;
  dueAt: Date;
  /** Request id of a run without a schedule; also its webhook-id. */
  requestId: string | null;
  replayOfId: number | null;
  jobVersion: number;
  outcome: Outcome | null;
  reason: OutcomeReason | null;
  claimedAt: Date | null;
  /** When the first attempt left. */
  startedAt: Date | null;
  endedAt: Date | null;
  latenessMs: number | null;
  durationMs: number | null;
  attemptCount: number;
  retryAt: Date | null;
  deadlineAt: Date | null;
  statusCode: number | null;
  errorCode: string | null;
  verdict: string | null;
  missedUntil: Date | null;
  missedCount: number | null;
}

export const executionColumns = `e."id", e."jobId", e."trigger", e."scheduledFor", e."dueAt", e."requestId", e."replayOfId",
  e."jobVersion", e."outcome", e."reason", e."claimedAt", e."startedAt", e."endedAt", e."latenessMs",
  e."durationMs", e."attemptCount", e."retryAt", e."deadlineAt", e."statusCode", e."errorCode", e."verdict",
  e."missedUntil", e."missedCount"`;

/** The rows of a status among those of a history, for statements that select from "Execution" e. */
export const conditions: Record<'all' | ApiStatus, string> = {
  all: '',
  success: `and e."outcome" = 'success'`,
  failed: `and e."outcome" in ${failedOutcomes}`,
  running: `and e."outcome" is null`,
  not_run: `and e."outcome" in ${notRunOutcomes}`,
};
