import { db, getPool } from '#server/database/db.server.ts';
import { pruneExecutions } from '#server/executions/history/prune-executions.server.ts';
import { keptVersions, pruneVersions } from '#server/jobs/versions/prune-versions.server.ts';
import { pruneEvents } from '#server/security-log/prune-events.server.ts';
import { inBatches, withinRun } from './in-batches.server.ts';
import { walkJobs } from './walk-jobs.server.ts';

/** Removes expired data: executions by tier (D32), versions of jobs (D41a), the log after a year. */
export async function keepRetention({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  const isOver = withinRun(isStopping);
  let removed = await inBatches({ isOver, step: (limit) => pruneEvents({ limit }) });
  for await (const jobIds of walkJobs({ isStopping: isOver })) {
    removed += await inBatches({ isOver, step: (limit) => pruneExecutions({ jobIds, limit }) });
    removed += await pruneVersionsOf(jobIds);
  }
  return removed;
}

/** Removed executions may have been the last with a version. */
async function pruneVersionsOf(jobIds: number[]): Promise<number> {
  const { rows } = await getPool().query<{ id: number; newest: number }>(
    `select j."id", j."desiredVersion" as "newest" from "Job" j
     where j."id" = any($1::int[]) and j."desiredVersion" > $2 and exists (
       select from "JobVersion" v where v."jobId" = j."id" and v."version" <= j."desiredVersion" - $2)`,
    [jobIds, keptVersions],
  );
  let removed = 0;
  for (const { id, newest } of rows) removed += await pruneVersions({ tx: db(), jobId: id, newest });
  return removed;
}
