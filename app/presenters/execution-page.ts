import { faultText } from '#domain/execution.ts';
import type { ExecutionTrigger } from '#server/executions/types.ts';
import type { JobSnapshot } from '#server/jobs/snapshot.ts';
import { toAttemptView, type AttemptFacts, type AttemptView } from './attempt-view.ts';
import { notRunText, toExecutionRow, type ExecutionFacts, type ExecutionRow } from './execution-row.ts';
import { criterionText } from './job-detail.ts';

/** What the ledger knows of one execution, with its attempts and the job as its version had it. */
export interface ExecutionWithAttempts extends ExecutionFacts {
  jobId: number;
  jobVersion: number;
  requestId: string | null;
  deadlineAt: Date | null;
  attempts: AttemptFacts[];
}

type Version = Pick<
  JobSnapshot,
  'timeoutSeconds' | 'retryCount' | 'successCriterion' | 'acceptedStatuses' | 'cronExpression' | 'timeZone'
>;

/** An execution as its page shows it. Instants are UTC milliseconds. */
export interface ExecutionView extends ExecutionRow {
  trigger: string;
  scheduledFor: number | null;
  dueAt: number;
  retryAt: number | null;
  deadlineAt: number | null;
  jobVersion: number;
  webhookId: string | null;
  /** The rule that decided, in words; null while it goes on. */
  verdict: string | null;
  error: string | null;
  criterion: string;
  mostAttempts: number;
  tries: AttemptView[];
}

export function toExecutionView({
  execution,
  version,
}: {
  execution: ExecutionWithAttempts;
  version: Version;
}): ExecutionView {
  const { errorCode, statusCode, attempts } = execution;
  const { timeoutSeconds } = version;
  const row = toExecutionRow(execution);
  return {
    ...row,
    trigger: triggerText(execution.trigger),
    scheduledFor: execution.scheduledFor?.getTime() ?? null,
    dueAt: execution.dueAt.getTime(),
    retryAt: execution.retryAt?.getTime() ?? null,
    deadlineAt: execution.deadlineAt?.getTime() ?? null,
    jobVersion: execution.jobVersion,
    webhookId: webhookIdOf(execution),
    verdict: verdictText(execution),
    error: errorCode === null ? null : faultText({ code: errorCode, statusCode, timeoutSeconds }),
    criterion: criterionText(version),
    mostAttempts: version.retryCount + 1,
    tries: attempts.map((attempt) => toAttemptView({ attempt, timeoutSeconds })),
  };
}

function triggerText(trigger: ExecutionTrigger): string {
  const words = {
    schedule: 'schedule',
    catch_up: 'catch-up',
    manual: 'by hand',
    api: 'API',
    replay: 'replay',
  };
  return words[trigger];
}

/** Constant over all attempts: the id under which the target knows the fire. */
function webhookIdOf({ jobId, scheduledFor, requestId }: ExecutionWithAttempts): string | null {
  return scheduledFor === null ? requestId : `fire_${jobId}_${Math.floor(scheduledFor.getTime() / 1000)}`;
}

function verdictText({ outcome, verdict, reason, missedCount }: ExecutionFacts): string | null {
  if (outcome === null) return null;
  if (outcome === 'skipped' || outcome === 'missed') return notRunText({ reason, missedCount });
  return verdict ?? (outcome === 'success' ? 'Success.' : 'Failed.');
}
