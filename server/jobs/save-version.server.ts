import type { Tx } from '#server/db.server.ts';
import { jobInputOf } from '#server/jobs/job-input-of.server.ts';
import { openJob } from '#server/jobs/open-job.server.ts';
import { pruneVersions } from '#server/jobs/prune-versions.server.ts';
import type { JobSnapshot } from '#server/jobs/snapshot.ts';
import type { JobRow } from '#server/jobs/types.ts';
import { seal } from '#server/sealing/seal.server.ts';

/**
 * Writes the row of a job's newest version, in the transaction of its change. Keeps 50 versions, those that a
 * kept execution names (D41a), and those that fires not yet accounted for are judged by (engine.md section 4).
 *
 * @param changedById null: the engine changed it
 * @param summary names of the changed fields, or `created`
 */
export async function saveVersion(change: {
  tx: Tx;
  job: JobRow;
  changedById: number | null;
  summary: string;
}) {
  const { tx, job, changedById, summary } = change;
  const snapshot: JobSnapshot = {
    ...jobInputOf(openJob(job)),
    pausedUntil: job.pausedUntil?.toISOString() ?? null,
    pauseReason: job.pauseReason,
  };
  await tx.jobVersion.create({
    data: {
      jobId: job.id,
      version: job.desiredVersion,
      changedById,
      summary,
      status: job.status,
      cronExpression: job.cronExpression,
      timeZone: job.timeZone,
      snapshot: seal({
        text: JSON.stringify(snapshot),
        userId: job.ownerId,
        field: 'jobVersion.snapshot',
      }),
    },
  });
  await pruneVersions({ tx, jobId: job.id, newest: job.desiredVersion });
}
