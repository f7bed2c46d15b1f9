import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { TypedSearchAttributes, WorkflowIdReusePolicy } from '@temporalio/common';
import { env } from '#server/env.server.ts';
import { type RunOrder, runWorkflow, runWorkflowId, searchKeys } from '#workflows/contract.ts';
import { markStarted, type QueuedRun } from './queued-runs.server.ts';
import { temporalClient } from './temporal-client.server.ts';

const graceMs = 10_000;

/**
 * Starts the workflow of a queued execution; a second start of the same one changes nothing.
 * @throws what the Temporal client throws
 */
export async function startRun({ executionId, jobId, epoch, timeoutSeconds }: QueuedRun): Promise<void> {
  const workflowId = runWorkflowId({ jobId, epoch, executionId });
  const order: RunOrder = { tag: 1, jobId, executionId, timeoutSeconds, graceMs };
  try {
    await temporalClient().workflow.start(runWorkflow, {
      workflowId,
      taskQueue: env().TEMPORAL_TASK_QUEUE,
      args: [order],
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      typedSearchAttributes: new TypedSearchAttributes([{ key: searchKeys.jobId, value: String(jobId) }]),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  await markStarted({ executionId, workflowId });
}
