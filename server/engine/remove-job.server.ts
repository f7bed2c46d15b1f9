import { WorkflowNotFoundError } from '@temporalio/client';
import { openPool } from '#server/db.server.ts';
import { jobWorkflowId, runWorkflowId } from '#workflows/contract.ts';
import { temporalClient } from './temporal-client.server.ts';

const rowsAtOnce = 2000;

/**
 * Ends a deleted job: cancels its chain and the workflows of its open executions, then removes its rows.
 * @throws what the Temporal client or the database throws; the relay repeats it
 */
export async function removeJob({ jobId, epoch }: { jobId: number; epoch: number }): Promise<void> {
  const { rows } = await openPool().query<{ id: number; workflowId: string | null }>(
    `select "id", "workflowId" from "Execution" where "jobId" = $1 and "outcome" is null`,
    [jobId],
  );
  const runs = rows.map(
    ({ id, workflowId }) => workflowId ?? runWorkflowId({ jobId, epoch, executionId: id }),
  );
  for (const workflowId of new Set([jobWorkflowId(jobId), ...runs])) await cancel(workflowId);
  await removeRows(jobId);
}

async function cancel(workflowId: string) {
  try {
    await temporalClient().workflow.getHandle(workflowId).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** A long history goes in parts: one statement over all of it would not end in time. */
async function removeRows(jobId: number) {
  for (let removed = rowsAtOnce; removed === rowsAtOnce;) {
    const { rowCount } = await openPool().query(
      `delete from "Execution" where "id" in (select "id" from "Execution" where "jobId" = $1 limit $2)`,
      [jobId, rowsAtOnce],
    );
    removed = rowCount ?? 0;
  }
  await openPool().query(`delete from "Job" where "id" = $1 and "deletedAt" is not null`, [jobId]);
}
