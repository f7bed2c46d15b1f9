import { WorkflowNotFoundError } from '@temporalio/client';
import { temporalClient } from '#server/engine/temporal-client.server.ts';

/**
 * Temporal's description of the newest run of a workflow; undefined if there is none.
 * @throws Error if Temporal does not answer
 */
export async function describeWorkflow(workflowId: string) {
  try {
    return await temporalClient().workflow.getHandle(workflowId).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
