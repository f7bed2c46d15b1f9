import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import { decryptVersions } from '#server/executions/ledger/decrypt-versions.server.ts';
import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';

/** A change of a job, with the job as it stood after it. */
export interface ListedVersion {
  version: number;
  changedAt: Date;
  /** Null: the engine. */
  changedById: number | null;
  /** Names of the changed fields, or what the engine noted. */
  summary: string;
  snapshot: JobSnapshot;
}

const newestStatement: Statement = {
  name: 'job-newest-versions',
  text: `
    select v."version", v."changedAt", v."changedById", v."summary" from "JobVersion" v join "Job" j on j."id" = v."jobId"
    where v."jobId" = $1 and j."ownerId" = $2 and j."deletedAt" is null order by v."version" desc limit $3`,
};

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
  const rows = await query<Omit<ListedVersion, 'snapshot'>>({
    client: getPool(),
    statement: newestStatement,
    values: [jobId, ownerId, limit],
  });
  const snapshotOf = await decryptVersions(rows.map(({ version }) => ({ jobId, version })));
  return rows.flatMap((row) => {
    const snapshot = snapshotOf({ jobId, version: row.version });
    return snapshot ? [{ ...row, snapshot }] : [];
  });
}
