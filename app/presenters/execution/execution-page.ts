import { criterionText } from '#app/presenters/job/job-detail.ts';
import { calledHost } from '#domain/called-host.ts';
import { errorText } from '#domain/execution.ts';
import { webhookIdOf } from '#domain/ids.ts';
import { delaysText } from '#domain/job/retry-delays.ts';
import { apiStatus } from '#domain/outcome.ts';
import { remedyOf, remedyOfReason, type Remedy } from '#domain/remedies.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { toAttemptView, type AttemptFacts, type AttemptView } from './attempt-view.ts';
import { notRunText, toExecutionRow, type ExecutionFacts, type ShownExecution } from './execution-row.ts';

/** One execution from the ledger, with its attempts and the job as its version had it. */
export interface ExecutionWithAttempts extends ExecutionFacts {
  jobId: number;
  jobVersion: number;
  requestId: string | null;
  replayOfId: number | null;
  deadlineAt: Date | null;
  attempts: AttemptFacts[];
}

type Version = Pick<
  JobSnapshot,
  | 'type'
  | 'timeoutSeconds'
  | 'retryCount'
  | 'retryDelays'
  | 'successCriterion'
  | 'acceptedStatuses'
  | 'cronExpression'
  | 'timeZone'
  | 'webhookUrl'
>;

/** An execution as its page shows it. Instants are UTC milliseconds. */
export interface ExecutionView extends ShownExecution {
  scheduledFor: number | null;
  dueAt: number;
  retryAt: number | null;
  deadlineAt: number | null;
  /** Set where the next run cut the retries short; nextDueAt null where its time is no longer known. */
  cutShort: { nextDueAt: number | null } | null;
  jobVersion: number;
  webhookId: string | null;
  /** The rule that decided, in words; null until it ends. */
  verdict: string | null;
  error: string | null;
  /** Explanation of the error or the reason, and the remedy; null if nothing went wrong. */
  remedy: Remedy | null;
  /** The execution whose request it sent again. */
  replayOf: number | null;
  criterion: string;
  mostAttempts: number;
  /** The planned waits after the next attempt, such as "1m, 5m"; null where there are none. */
  laterWaits: string | null;
  tries: AttemptView[];
}

export function toExecutionView({
  execution,
  version,
  isRevealed,
}: {
  execution: ExecutionWithAttempts;
  version: Version;
  isRevealed: boolean;
}): ExecutionView {
  const { errorCode, statusCode, verdict, attempts } = execution;
  const { type, timeoutSeconds, webhookUrl } = version;
  const row = toExecutionRow(execution);
  const redirects = attempts.at(-1)?.hops?.length;
  return {
    ...row,
    scheduledFor: execution.scheduledFor?.getTime() ?? null,
    dueAt: execution.dueAt.getTime(),
    retryAt: execution.retryAt?.getTime() ?? null,
    deadlineAt: execution.deadlineAt?.getTime() ?? null,
    cutShort: cutShortBy(execution),
    jobVersion: execution.jobVersion,
    webhookId: webhookIdOf({ ...execution, scheduledFor: execution.scheduledFor?.getTime() ?? null }),
    verdict: verdictText(execution),
    error:
      errorCode === null
        ? null
        : errorText({ code: errorCode, type, statusCode, timeoutSeconds, redirects, verdict }),
    remedy: remedyFor({ execution, version }),
    replayOf: execution.replayOfId,
    criterion: criterionText(version),
    mostAttempts: version.retryCount + 1,
    laterWaits: laterWaitsOf({ execution, version }),
    tries: attempts.map((attempt, index) =>
      toAttemptView({
        ...{ attempt, type, timeoutSeconds, isRevealed, template: webhookUrl },
        verdict: index === attempts.length - 1 ? verdict : null,
      }),
    ),
  };
}

function remedyFor({
  execution,
  version,
}: {
  execution: ExecutionWithAttempts;
  version: Version;
}): Remedy | null {
  const { outcome, reason, errorCode, verdict, attempts } = execution;
  if (outcome === 'success') return null;
  const last = attempts.at(-1);
  const code = errorCode ?? last?.errorCode ?? null;
  const statusCode = execution.statusCode ?? last?.statusCode ?? null;
  const isNotRun = apiStatus(outcome) === 'not_run';
  if (reason !== null && (isNotRun || code === null)) return remedyOfReason(reason);
  const { type, timeoutSeconds, webhookUrl } = version;
  const hops = last?.hops ?? [];
  const host = calledHost({ url: webhookUrl, hops });
  const facts = { type, statusCode, timeoutSeconds, host, redirects: hops.length, verdict };
  return code === null ? null : remedyOf({ code, ...facts });
}

/** After a change of the schedule the next run can have come before the deadline the last attempt knew. */
function cutShortBy({
  outcome,
  endedAt,
  deadlineAt,
  attempts,
}: ExecutionWithAttempts): ExecutionView['cutShort'] {
  if (outcome !== 'superseded') return null;
  const attemptEndedAt = attempts.at(-1)?.endedAt ?? null;
  const endedLater = endedAt !== null && attemptEndedAt !== null && endedAt > attemptEndedAt;
  const isMoved = endedLater && deadlineAt !== null && deadlineAt > endedAt;
  return { nextDueAt: isMoved ? null : (deadlineAt?.getTime() ?? null) };
}

/** The next attempt has its instant; the waits after it are a plan. */
function laterWaitsOf({
  execution: { retryAt, attempts },
  version: { retryDelays: delays, retryCount },
}: {
  execution: ExecutionWithAttempts;
  version: Version;
}): string | null {
  if (retryAt === null) return null;
  return delaysText({ delays, retryCount, from: attempts.length + 1 }) || null;
}

function verdictText({ outcome, verdict, reason, missedCount }: ExecutionFacts): string | null {
  if (outcome === null) return null;
  if (apiStatus(outcome) === 'not_run') return notRunText({ reason, missedCount });
  return verdict ?? (outcome === 'success' ? 'Success.' : 'Failed.');
}
