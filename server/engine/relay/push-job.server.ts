import { db } from '#server/database/db.server.ts';
import { withinMs } from '#server/engine/temporal-client.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { syncJob } from './sync-job.server.ts';
import { markApplied } from './unapplied-jobs.server.ts';

const limitMs = 500;

/**
 * Pushes a saved job to Temporal, once and for at most 500 ms. Never throws: the relay in every worker retries failed
 * pushes, and handles deletes alone.
 */
export async function pushJob({ jobId }: { jobId: number }): Promise<void> {
  try {
    const [job, installation] = await Promise.all([
      db().job.findUnique({
        where: { id: jobId },
        select: { desiredVersion: true, appliedVersion: true, deletedAt: true },
      }),
      db().installation.findUniqueOrThrow({ where: { id: 1 } }),
    ]);
    if (!job || job.deletedAt || job.appliedVersion >= job.desiredVersion) return;
    const version = job.desiredVersion;
    await withinMs({ ms: limitMs, call: () => syncJob({ jobId, version, epoch: installation.epoch }) });
    await markApplied([{ jobId, version }]);
  } catch (error) {
    log().debug({ jobId, ...errorFields(error) }, 'push left to the relay');
  }
}
