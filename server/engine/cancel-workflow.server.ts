import { WorkflowNotFoundError } from '@temporalio/client';
import { temporalClient } from './temporal-client.server.ts';

/**
 * Cancels a workflow; one that is not there, or has ended, counts as done.
 * @throws what else the Temporal client throws
 */
export async function cancelWorkflow(workflowId: string): Promise<void> {
  try {
    await temporalClient().workflow.getHandle(workflowId).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
