import { createPool } from '#server/database/db.server.ts';
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
 * Starts the chain of each active job that has none open: one that an operator terminated, or that Temporal lost with
 * its store. One that is open after all only plans once more.
 * @returns how many chains were told
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
 * Leaves what the relay has yet to apply to the relay, and jobs that were applied less than a minute ago: visibility does
 * not list their chains yet. The age of the job says nothing: the jobs of a seed or an import are new to Temporal.
 */
async function activeJobs(after: number): Promise<ActiveJob[]> {
  const { rows } = await createPool().query<ActiveJob>(
    `select "id" as "jobId", "desiredVersion" as "version", (select "epoch" from "Installation") as "epoch"
     from "Job"
     where "id" > $1 and "deletedAt" is null and ("status" = 'active' or "pausedUntil" <= now())
       and "appliedVersion" = "desiredVersion" and "applyAfter" < now() - interval '1 minute'
     order by "id" limit $2`,
    [after, jobsAtOnce],
  );
  return rows;
}
