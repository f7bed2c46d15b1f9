import { WorkflowNotFoundError } from '@temporalio/client';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { fireWorkflowId, jobWorkflowId } from '#workflows/contract.ts';

type Pending = NonNullable<Awaited<ReturnType<typeof describe>>>['raw']['pendingActivities'];

interface RunWithFires {
  workflowId: string;
  runId: string;
  /** Its activities of type `fire` that Temporal has no result of. */
  fires: NonNullable<Pending>;
}

/**
 * Open runs that may hold a fire of a job: the job's own, then that of a delegated fire. Each is described when it is
 * reached.
 * @throws Error if Temporal does not respond
 */
export async function* runsWithFires({
  jobId,
  scheduledFor,
}: {
  jobId: number;
  scheduledFor: number;
}): AsyncGenerator<RunWithFires> {
  for (const workflowId of [jobWorkflowId(jobId), fireWorkflowId({ jobId, scheduledFor })]) {
    const { runId = '', raw } = (await describe(workflowId)) ?? {};
    const fires = (raw?.pendingActivities ?? []).filter(({ activityType }) => activityType?.name === 'fire');
    yield { workflowId, runId, fires };
  }
}

async function describe(workflowId: string) {
  try {
    return await temporalClient().workflow.getHandle(workflowId).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
