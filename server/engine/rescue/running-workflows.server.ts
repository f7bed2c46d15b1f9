import { setTimeout as sleep } from 'node:timers/promises';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { env } from '#server/env.server.ts';

const pageSize = 1_000;
/** Visibility allows ten reads a second in all, and operators search there too. */
const pauseMs = 200;

/**
 * The ids of this installation's open workflows of these types, a page at a time. Visibility lags by seconds: a
 * workflow that just started may be missing.
 * @throws any error of the Temporal client
 */
export async function* runningWorkflows({
  types,
  jobId,
}: {
  types: string[];
  /** Limits the result to one job. */
  jobId?: number;
}): AsyncGenerator<string[]> {
  const { workflowService } = temporalClient();
  const { TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE } = env();
  const named = types.map((type) => `'${type}'`).join(', ');
  const ofJob = jobId === undefined ? '' : ` AND JobId = '${jobId}'`;
  const query = `ExecutionStatus = 'Running' AND TaskQueue = '${TEMPORAL_TASK_QUEUE}' AND WorkflowType IN (${named})${ofJob}`;
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await workflowService.listWorkflowExecutions({
      ...{ namespace, query, pageSize },
      ...(nextPageToken && { nextPageToken }),
    });
    yield page.executions.flatMap(({ execution }) => execution?.workflowId ?? []);
    nextPageToken = page.nextPageToken;
    if (nextPageToken.length > 0) await sleep(pauseMs);
  } while (nextPageToken.length > 0);
}
