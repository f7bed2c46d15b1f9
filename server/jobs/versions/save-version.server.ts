import { databaseNow } from '#server/database/database-now.server.ts';
import type { Tx } from '#server/database/db.server.ts';
import type { JobRow } from '#server/jobs/types.ts';
import { pruneVersions } from '#server/jobs/versions/prune-versions.server.ts';
import { sealSnapshot } from '#server/jobs/versions/seal-snapshot.server.ts';

/**
 * Writes the row of a job's newest version, in the transaction of its change. Keeps 50 versions, those used by kept
 * executions (D41a), and those of fires without a record yet (engine.md section 4).
 *
 * @param changedById null: an automatic change
 * @param summary names of the changed fields, or `created`
 */
export async function saveVersion(change: {
  tx: Tx;
  job: JobRow;
  changedById: number | null;
  summary: string;
}) {
  const { tx, job, changedById, summary } = change;
  await tx.jobVersion.create({
    data: {
      jobId: job.id,
      version: job.desiredVersion,
      changedAt: await databaseNow({ tx }),
      changedById,
      summary,
      status: job.status,
      cronExpression: job.cronExpression,
      timeZone: job.timeZone,
      snapshot: sealSnapshot(job),
    },
  });
  await pruneVersions({ tx, jobId: job.id, newest: job.desiredVersion });
}
