import { formatDuration } from '#domain/execution.ts';
import { apiStatus, type Outcome, type OutcomeReason } from '#domain/outcome.ts';
import type { ExecutionTrigger } from '#domain/trigger.ts';
import type { ExecutionStatus } from './execution-status.ts';

/** The parts of an execution that lists and pages show. Instants as in the database. */
export interface ExecutionFacts {
  id: number;
  trigger: ExecutionTrigger;
  scheduledFor: Date | null;
  dueAt: Date;
  outcome: Outcome | null;
  reason: OutcomeReason | null;
  claimedAt: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  latenessMs: number | null;
  durationMs: number | null;
  attemptCount: number;
  retryAt: Date | null;
  statusCode: number | null;
  errorCode: string | null;
  verdict: string | null;
  missedUntil: Date | null;
  missedCount: number | null;
}

/** One row of the history. Instants are UTC milliseconds. */
export interface ShownExecution {
  id: number;
  status: ExecutionStatus;
  /** "Scheduled", "Manual": what set it off. */
  trigger: string;
  /** When its first attempt left, else when it was due. */
  startAt: number;
  endedAt: number | null;
  duration: string | null;
  code: string | null;
  /** Behind its schedule; null for a run without one. */
  latenessMs: number | null;
  attempts: number;
  /** Why it did not run; then nothing else is known of it. */
  hint: string | null;
  isOpen: boolean;
}

export function toExecutionRow(execution: ExecutionFacts): ShownExecution {
  const { id, outcome, scheduledFor, startedAt, dueAt, durationMs, statusCode, latenessMs, attemptCount } =
    execution;
  const hasRun = apiStatus(outcome) !== 'not_run';
  return {
    id,
    status: statusOf(execution),
    trigger: triggerWords[execution.trigger],
    startAt: (startedAt ?? dueAt).getTime(),
    endedAt: endOf(execution)?.getTime() ?? null,
    duration: hasRun && durationMs !== null ? formatDuration(durationMs) : null,
    code: statusCode === null ? null : String(statusCode),
    latenessMs: scheduledFor === null ? null : latenessMs,
    attempts: attemptCount,
    hint: hasRun ? null : notRunText(execution),
    isOpen: outcome === null,
  };
}

/** When it ended, never before it was due: a fire that is left out is decided over a moment before its instant. */
export function endOf({
  endedAt,
  startedAt,
  dueAt,
}: Pick<ExecutionFacts, 'endedAt' | 'startedAt' | 'dueAt'>) {
  const start = startedAt ?? dueAt;
  return endedAt !== null && endedAt < start ? start : endedAt;
}

const triggerWords: Record<ExecutionTrigger, string> = {
  schedule: 'Scheduled',
  catch_up: 'Catch-up',
  manual: 'Manual',
  api: 'API',
  replay: 'Replay',
};

/** The word under which a state is shown; an execution without an outcome is queued, running or retrying. */
export function statusOf({
  outcome,
  claimedAt,
  retryAt,
}: Pick<ExecutionFacts, 'outcome' | 'claimedAt' | 'retryAt'>): ExecutionStatus {
  if (outcome !== null) return outcome;
  if (claimedAt === null) return 'queued';
  return retryAt === null ? 'running' : 'retrying';
}

const reasons: Record<OutcomeReason, string> = {
  overlap: 'Skipped: the previous run was still in progress.',
  owner: 'Skipped by you.',
  limit: 'Skipped: too many requests to this host at once.',
  tier: 'Skipped: your account is suspended.',
  outage: 'Missed: Punctual was down, past the catch-up of this job.',
  worker_lost: 'Interrupted on our side.',
};

/** Reason a fire did not run, in words; a counted row names the number of fires. */
export function notRunText({ reason, missedCount }: Pick<ExecutionFacts, 'reason' | 'missedCount'>): string {
  const text = reason === null ? 'It did not run.' : reasons[reason];
  return missedCount !== null && missedCount > 1 ? `${text} This row covers ${missedCount} runs.` : text;
}
