import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { TypedSearchAttributes, WorkflowIdReusePolicy } from '@temporalio/common';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { env } from '#server/env.server.ts';
import { type RunOrder, runWorkflow, runWorkflowId, searchKeys } from '#workflows/contract.ts';
import { markStarted, type QueuedRun } from './queued-runs.server.ts';

const graceMs = 10_000;

/**
 * Starts the workflow of an execution; a second start changes nothing while the first one runs or has come to its end.
 * One ended from outside (by an operator) is started again: the ledger knows how far it came.
 * @throws what the Temporal client throws
 */
export async function startRun({
  executionId,
  jobId,
  epoch,
  timeoutSeconds,
  ...shown
}: QueuedRun): Promise<void> {
  const workflowId = runWorkflowId({ jobId, epoch, executionId });
  const order: RunOrder = { tag: 1, jobId, executionId, timeoutSeconds, graceMs };
  try {
    await temporalClient().workflow.start(runWorkflow, {
      workflowId,
      taskQueue: env().TEMPORAL_TASK_QUEUE,
      args: [order],
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
      memo: {
        job: shown.name,
        link: `${env().APP_ORIGIN}/dashboard/jobs/${jobId}/executions/${executionId}`,
      },
      typedSearchAttributes: new TypedSearchAttributes([
        { key: searchKeys.jobId, value: String(jobId) },
        { key: searchKeys.ownerId, value: String(shown.ownerId) },
        { key: searchKeys.tier, value: shown.tier },
      ]),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  await markStarted({ executionId, workflowId });
}
