import { TypedSearchAttributes } from '@temporalio/common';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { env } from '#server/env.server.ts';
import {
  jobWorkflow,
  jobWorkflowId,
  newJobLoop,
  searchKeys,
  type SyncMessage,
  syncSignal,
} from '#workflows/contract.ts';

/**
 * Pushes a version to a job's workflow, or starts the workflow. `signalWithStart` also wakes a run in backoff; a plain
 * signal does not.
 * @throws any error of the Temporal client
 */
export async function syncJob({
  jobId,
  epoch,
  version,
  isAgain = false,
}: {
  jobId: number;
  epoch: number;
  version: number;
  isAgain?: boolean;
}): Promise<void> {
  const message: SyncMessage = { tag: 1, epoch, version, isAgain };
  await temporalClient().workflow.signalWithStart(jobWorkflow, {
    workflowId: jobWorkflowId(jobId),
    taskQueue: env().TEMPORAL_TASK_QUEUE,
    args: [newJobLoop({ epoch, jobId })],
    signal: syncSignal,
    signalArgs: [message],
    typedSearchAttributes: new TypedSearchAttributes([{ key: searchKeys.jobId, value: String(jobId) }]),
  });
}
