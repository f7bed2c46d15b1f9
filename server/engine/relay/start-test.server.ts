import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { WorkflowIdReusePolicy } from '@temporalio/common';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { env } from '#server/env.server.ts';
import { type TestOrder, testWorkflow, testWorkflowId } from '#workflows/contract.ts';

/**
 * Starts the workflow of a test run; a second start changes nothing.
 * @throws what the Temporal client throws
 */
export async function startTest({ id }: { id: string }): Promise<void> {
  const order: TestOrder = { tag: 1, testRunId: id };
  try {
    await temporalClient().workflow.start(testWorkflow, {
      workflowId: testWorkflowId(id),
      taskQueue: env().TEMPORAL_TASK_QUEUE,
      args: [order],
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
