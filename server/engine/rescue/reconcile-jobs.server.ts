import { getPool } from '#server/database/db.server.ts';
import { syncJob } from '#server/engine/relay/sync-job.server.ts';
import { withinMs } from '#server/engine/temporal-client.server.ts';
import { log } from '#server/log.server.ts';
import { jobWorkflow, jobWorkflowId } from '#workflows/contract.ts';
import { runningWorkflows } from './running-workflows.server.ts';

const jobsAtOnce = 500;
const callLimitMs = 5_000;

interface ActiveJob {
  jobId: number;
  version: number;
  epoch: number;
}

/**
 * Starts the workflow of each active job without an open one: terminated by an operator, or lost with Temporal's store.
 * An open one merely plans again.
 * @returns number of workflows signaled or started
 */
export async function reconcileJobs({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  const open = new Set<string>();
  for await (const ids of runningWorkflows({ types: [jobWorkflow] })) for (const id of ids) open.add(id);
  let reported = 0;
  for (let after = 0; !isStopping();) {
    const jobs = await activeJobs(after);
    const last = jobs.at(-1);
    if (!last) break;
    for (const job of jobs) {
      if (open.has(jobWorkflowId(job.jobId)) || isStopping()) continue;
      log().warn({ jobId: job.jobId }, 'reconcile: an active job had no open workflow');
      await withinMs({ ms: callLimitMs, call: () => syncJob({ ...job, isAgain: true }) });
      reported += 1;
    }
    after = last.jobId;
  }
  return reported;
}

/**
 * Leaves unapplied jobs to the relay, and skips jobs applied less than a minute ago, because visibility does not list
 * their workflows yet. The age of the job says nothing: the jobs of a seed or an import are new to Temporal.
 */
async function activeJobs(after: number): Promise<ActiveJob[]> {
  const { rows } = await getPool().query<ActiveJob>(
    `select "id" as "jobId", "desiredVersion" as "version", (select "epoch" from "Installation") as "epoch"
     from "Job"
     where "id" > $1 and "deletedAt" is null and ("status" = 'active' or "pausedUntil" <= now())
       and "appliedVersion" = "desiredVersion" and "applyAfter" < now() - interval '1 minute'
     order by "id" limit $2`,
    [after, jobsAtOnce],
  );
  return rows;
}
