import type { Info } from '@temporalio/activity';
import type { ActivityRef, Recorded } from '#server/executions/types.ts';
import type { AttemptAnswer } from '#workflows/contract.ts';

/** What the chain is told about a recorded attempt. */
export function answerOf({ executionId, outcome, retryAt }: Recorded): AttemptAnswer {
  return outcome === null
    ? { tag: 1, kind: 'retry', executionId, retryAt }
    : { tag: 1, kind: 'ended', outcome };
}

/** Where Temporal holds this activity. */
export function refOf({ activityId, workflowExecution }: Info): ActivityRef {
  return {
    activityId,
    workflowId: workflowExecution?.workflowId ?? '',
    runId: workflowExecution?.runId ?? '',
  };
}
