import { db, getPool } from '#server/database/db.server.ts';
import { pruneExecutions } from '#server/executions/history/prune-executions.server.ts';
import { pruneIncidents } from '#server/incidents/prune-incidents.server.ts';
import { keptVersions, pruneVersions } from '#server/jobs/versions/prune-versions.server.ts';
import { pruneEvents } from '#server/security-log/prune-events.server.ts';
import { inBatches, withinRun } from './in-batches.server.ts';
import { readTaskWalk, writeTaskWalk } from './task-walk.server.ts';
import { walkJobs } from './walk-jobs.server.ts';

export const retentionName = 'retention';

/** Jobs up to and including this id are done. */
interface Walk {
  after: number;
}

/**
 * Removes expired data: executions and incidents by tier (D32), versions of jobs (D41a), the log after a year. A run that is over
 * before the last job is continued by the next one: otherwise the jobs with the highest ids would never be reached.
 */
export async function keepRetention({ isStopping }: { isStopping: () => boolean }): Promise<number> {
  const isOver = withinRun(isStopping);
  let removed = await inBatches({ isOver, step: (limit) => pruneEvents({ limit }) });
  const { after } = (await readTaskWalk<Walk>(retentionName)) ?? { after: 0 };
  for await (const jobIds of walkJobs({ isStopping: isOver, after })) {
    removed += await inBatches({ isOver, step: (limit) => pruneExecutions({ jobIds, limit }) });
    removed += await inBatches({ isOver, step: (limit) => pruneIncidents({ jobIds, limit }) });
    removed += await pruneVersionsOf(jobIds);
    if (isOver()) return removed;
    await writeTaskWalk({ name: retentionName, walk: { after: jobIds.at(-1) ?? 0 } satisfies Walk });
  }
  if (!isOver()) await writeTaskWalk({ name: retentionName, walk: { after: 0 } satisfies Walk });
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
