import type { Tx } from '#server/database/db.server.ts';

/** Minimum number of kept versions of a job (D41a). */
export const keptVersions = 50;

/**
 * Removes a job's versions beyond the newest 50, except those used by kept executions (D41a) or by fires without a
 * record yet (engine.md section 4).
 * @param newest the job's current version
 * @returns number of removed versions
 */
export async function pruneVersions({
  tx,
  jobId,
  newest,
}: {
  tx: Tx;
  jobId: number;
  newest: number;
}): Promise<number> {
  if (newest <= keptVersions) return 0;
  return tx.$executeRaw`
    delete from "JobVersion" v
    where v."jobId" = ${jobId} and v."version" <= ${newest - keptVersions}
      and not exists (select from "Execution" e where e."jobId" = v."jobId" and e."jobVersion" = v."version")
      and exists (
        select from "JobVersion" later join "JobState" s on s."jobId" = later."jobId"
        where later."jobId" = v."jobId" and later."version" = v."version" + 1
          and later."changedAt" <= s."accountedUntil"
      )`;
}
