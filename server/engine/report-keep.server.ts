import { ActivityNotFoundError, WorkflowNotFoundError } from '@temporalio/client';
import { getPool } from '#server/database/db.server.ts';
import type { WaitingActivity } from '#server/executions/residency/waiting-activities.server.ts';
import { jobWorkflowId, type KeepReport } from '#workflows/contract.ts';
import { openKeep } from './rescue/open-keep.server.ts';
import { syncJob } from './relay/sync-job.server.ts';
import { temporalClient, withinMs } from './temporal-client.server.ts';

const limitMs = 5_000;

/**
 * Completes the activity `keepJob` of a job with the report of its worker.
 * @returns `gone` if the activity or its workflow has ended
 * @throws Error without a response from Temporal
 */
export async function completeKeep(
  { jobId, runId, activityId }: WaitingActivity,
  report: KeepReport,
): Promise<'done' | 'gone'> {
  const workflowId = jobWorkflowId(jobId);
  try {
    const call = () => temporalClient().activity.complete({ workflowId, runId, activityId }, report);
    await withinMs({ ms: limitMs, call });
    return 'done';
  } catch (error) {
    if (error instanceof ActivityNotFoundError || error instanceof WorkflowNotFoundError) return 'gone';
    throw error;
  }
}

/**
 * The open activity `keepJob` of a job's workflow, as Temporal has it.
 * @throws Error without a response from Temporal
 */
export async function openActivity(jobId: number): Promise<WaitingActivity | null> {
  const open = await withinMs({ ms: limitMs, call: () => openKeep(jobId) });
  return open ? { jobId, runId: open.runId, activityId: open.activityId } : null;
}

/**
 * Starts the workflow of a job that a worker holds, if it has none: an operator may have terminated it.
 * @throws Error without a response from Temporal or the database
 */
export async function wakeWorkflow(jobId: number): Promise<void> {
  const { rows } = await getPool().query<{ version: number; epoch: number }>(
    `select "desiredVersion" as "version", (select "epoch" from "Installation") as "epoch"
     from "Job" where "id" = $1 and "deletedAt" is null`,
    [jobId],
  );
  const [job] = rows;
  if (job) await withinMs({ ms: limitMs, call: () => syncJob({ jobId, ...job, isAgain: true }) });
}
