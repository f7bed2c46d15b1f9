import { getPool } from '#server/database/db.server.ts';
import { cancelWorkflow } from '#server/engine/cancel-workflow.server.ts';
import { withinMs } from '#server/engine/temporal-client.server.ts';
import { log } from '#server/log.server.ts';
import { jobWorkflow, runWorkflow } from '#workflows/contract.ts';
import { runningWorkflows } from './running-workflows.server.ts';

const callLimitMs = 5_000;

/**
 * Cancels open workflows of jobs that the database does not know, as after a restored backup. A deleted job that still
 * has its row is left to the relay.
 * @returns how many were canceled
 */
export async function cancelOrphans({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  let cancelled = 0;
  for await (const ids of runningWorkflows({ types: [jobWorkflow, runWorkflow] })) {
    const known = await knownJobs(ids.map(jobIdOf));
    for (const workflowId of ids.filter((id) => !known.has(jobIdOf(id)))) {
      if (isStopping()) return cancelled;
      log().warn({ workflowId }, 'orphans: a workflow had no job');
      await withinMs({ ms: callLimitMs, call: () => cancelWorkflow(workflowId) });
      cancelled += 1;
    }
  }
  return cancelled;
}

const jobIdOf = (workflowId: string) => Number(/^job\/(\d+)(?:\/|$)/.exec(workflowId)?.[1] ?? 0);

async function knownJobs(jobIds: number[]): Promise<Set<number>> {
  const { rows } = await getPool().query<{ id: number }>(
    `select "id" from "Job" where "id" = any($1::int[])`,
    [[...new Set(jobIds)]],
  );
  // Workflows not named after a job are not ours.
  return new Set([0, ...rows.map(({ id }) => id)]);
}
