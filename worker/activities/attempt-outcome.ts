import type { Context, Info } from '@temporalio/activity';
import type { ActivityRef, Recorded } from '#server/executions/ledger/types.ts';
import type { AttemptOutcome } from '#workflows/contract.ts';

/** What the chain is told about a recorded attempt. */
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
 * Cuts a call off when its workflow is cancelled or the process ends. Not when Temporal has handed the activity out
 * again, as it does after it was away itself: the newer one waits for what this call comes to.
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
