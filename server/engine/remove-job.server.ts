import { getPool } from '#server/database/db.server.ts';
import { jobWorkflowId, runWorkflowId } from '#workflows/contract.ts';
import { cancelWorkflow } from './cancel-workflow.server.ts';

const rowsAtOnce = 2000;
/** Jobs whose rows this process is removing: the relay repeats its request meanwhile. */
const removing = new Set<number>();

interface OpenRow {
  id: number;
  workflowId: string | null;
}

/**
 * Ends a deleted job: cancels its workflow and those of its runs, then removes its rows.
 * @throws any error of the Temporal client or the database; the relay repeats it
 */
export async function removeJob({ jobId, epoch }: { jobId: number; epoch: number }): Promise<void> {
  const { rows } = await getPool().query<OpenRow>(
    `select "id", "workflowId" from "Execution" where "jobId" = $1 and "outcome" is null`,
    [jobId],
  );
  const runs = rows.map(
    ({ id, workflowId }) => workflowId ?? runWorkflowId({ jobId, epoch, executionId: id }),
  );
  const workflowIds = new Set([jobWorkflowId(jobId), ...runs]);
  for (const workflowId of workflowIds) await cancelWorkflow(workflowId);
  if (removing.has(jobId)) return;
  removing.add(jobId);
  await removeRows(jobId).finally(() => removing.delete(jobId));
}

/** A long history goes in parts: one statement over all of it would not end in time. */
async function removeRows(jobId: number) {
  for (let removed = rowsAtOnce; removed > 0;) {
    const { rowCount } = await getPool().query(
      `delete from "Execution" where "id" in (select "id" from "Execution" where "jobId" = $1 limit $2)`,
      [jobId, rowsAtOnce],
    );
    removed = rowCount ?? 0;
  }
  await getPool().query(`delete from "Job" where "id" = $1 and "deletedAt" is not null`, [jobId]);
}
