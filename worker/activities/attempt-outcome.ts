import type { Context, Info } from '@temporalio/activity';
import type { ActivityRef, Recorded } from '#server/executions/ledger/types.ts';
import type { AttemptOutcome } from '#workflows/contract.ts';

/** Result of a recorded attempt, for the workflow. */
export function toAttemptOutcome(recorded: Recorded): AttemptOutcome {
  const { executionId, outcome } = recorded;
  if (outcome !== null) return { tag: 1, kind: 'ended', outcome };
  const { retryAt, made } = recorded;
  return { tag: 1, kind: 'retry', executionId, retryAt, made };
}

/** Where Temporal holds this activity. */
export function refOf({ activityId, workflowExecution }: Info): ActivityRef {
  return {
    activityId,
    workflowId: workflowExecution?.workflowId ?? '',
    runId: workflowExecution?.runId ?? '',
  };
}

/**
 * Aborts a call when its workflow is canceled or the process ends. Not when Temporal has redispatched the activity, for
 * example after an outage of its own: the newer one waits for the result of this call.
 */
export function cutOf(context: Pick<Context, 'cancellationSignal' | 'cancellationDetails'>): AbortSignal {
  const cut = new AbortController();
  const onCancel = () => {
    const { notFound, timedOut } = context.cancellationDetails ?? {};
    if (!notFound && !timedOut) cut.abort();
  };
  context.cancellationSignal.addEventListener('abort', onCancel, { once: true });
  if (context.cancellationSignal.aborted) onCancel();
  return cut.signal;
}
