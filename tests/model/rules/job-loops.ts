import { world } from '#tests/model/world/shared.ts';
import type { Facts } from './facts.ts';

/**
 * Each job has exactly one open workflow, which knows its newest version; a deleted one has nothing. A version counts
 * as known to Temporal only after a push.
 */
export function checkJobLoops({ jobs, rows, ...facts }: Facts): string[] {
  const errors = checkApplied(facts);
  const { server } = world();
  const open = server.runs.filter(({ status }) => status === 'open');
  for (const job of jobs) {
    if (job.isDeleted) {
      errors.push(`Job ${job.id} was deleted and still has its row.`);
      continue;
    }
    if (job.appliedVersion !== job.desiredVersion)
      errors.push(`Job ${job.id} is at version ${job.desiredVersion}, Temporal has ${job.appliedVersion}.`);
    const loops = open.filter(({ workflowId }) => workflowId === `job/${job.id}`);
    if (loops.length !== 1) errors.push(`Job ${job.id} has ${loops.length} open loops.`);
    for (const { memo } of loops) {
      const shown = { job: memo.job, cron: memo.cron, zone: memo.zone, status: memo.status };
      const wanted = { job: job.name, cron: job.cron, zone: job.timeZone, status: job.status };
      if (JSON.stringify(shown) !== JSON.stringify(wanted))
        errors.push(
          `The job loop of job ${job.id} shows ${JSON.stringify(shown)} instead of ${JSON.stringify(wanted)}.`,
        );
    }
  }
  const known = new Set(jobs.map(({ id }) => id));
  for (const { workflowId } of open) {
    const [, id, kind, name] = /^job\/(\d+)(?:\/(run)\/(.*))?$/.exec(workflowId) ?? [];
    if (id && !known.has(Number(id))) errors.push(`${workflowId} is open, and its job is gone.`);
    const execution = rows.find(({ id: own }) => kind === 'run' && name?.endsWith(`-${own}`));
    if (execution && execution.outcome !== null)
      errors.push(`${workflowId} is open, and its execution has ended.`);
  }
  for (const row of rows)
    if (!known.has(row.jobId)) errors.push(`Execution ${row.id} belongs to a deleted job.`);
  return errors;
}

function checkApplied({
  applied,
  reported,
  restores,
}: Pick<Facts, 'applied' | 'reported' | 'restores'>): string[] {
  return applied.flatMap(({ jobId, version, at }) => {
    // Pushes before a restore are about versions that no longer exist.
    const from = Math.max(-Infinity, ...restores.map((restore) => restore.at).filter((one) => one < at));
    const isNotified = reported.some(
      (update) =>
        update.workflowId === `job/${jobId}` &&
        update.version >= version &&
        from <= update.at &&
        update.at <= at,
    );
    return isNotified ? [] : [`Version ${version} of job ${jobId} counted as applied without a push.`];
  });
}
