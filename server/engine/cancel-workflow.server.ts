import { WorkflowNotFoundError } from '@temporalio/client';
import { temporalClient } from './temporal-client.server.ts';

/**
 * Cancels a workflow; a missing or ended one counts as done.
 * @throws any other error of the Temporal client
 */
export async function cancelWorkflow(workflowId: string): Promise<void> {
  try {
    await temporalClient().workflow.getHandle(workflowId).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
