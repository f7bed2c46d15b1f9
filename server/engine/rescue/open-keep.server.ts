import { WorkflowNotFoundError } from '@temporalio/client';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

/**
 * The open activity `keepJob` of a job's workflow, as Temporal has it; undefined without one.
 * @throws Error if Temporal does not respond
 */
export async function openKeep(jobId: number) {
  const workflowId = jobWorkflowId(jobId);
  try {
    const { runId, status, raw } = await temporalClient().workflow.getHandle(workflowId).describe();
    // Temporal still lists the activities of a workflow that was terminated.
    if (status.name !== 'RUNNING') return undefined;
    const keep = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'keepJob');
    return keep?.activityId ? { workflowId, runId, activityId: keep.activityId, keep } : undefined;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
