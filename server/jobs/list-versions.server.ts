import { db } from '#server/db.server.ts';
import { openVersions } from '#server/executions/open-versions.server.ts';
import type { JobSnapshot } from '#server/jobs/snapshot.ts';

/** A change of a job, with the job as it stood after it. */
export interface ListedVersion {
  version: number;
  changedAt: Date;
  /** Null: the engine. */
  changedById: number | null;
  snapshot: JobSnapshot;
}

/**
 * The newest versions of a job, newest first; what does not open is left out.
 * @param ownerId its owner: the versions of others are as if there were none
 */
export async function listVersions({
  ownerId,
  jobId,
  limit,
}: {
  ownerId: number;
  jobId: number;
  limit: number;
}): Promise<ListedVersion[]> {
  const rows = await db().jobVersion.findMany({
    where: { jobId, job: { ownerId, deletedAt: null } },
    orderBy: { version: 'desc' },
    take: limit,
    select: { version: true, changedAt: true, changedById: true },
  });
  const snapshotOf = await openVersions(rows.map(({ version }) => ({ jobId, version })));
  return rows.flatMap((row) => {
    const snapshot = snapshotOf({ jobId, version: row.version });
    return snapshot ? [{ ...row, snapshot }] : [];
  });
}
