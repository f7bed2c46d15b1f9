import { AppError } from '#domain/errors.ts';
import { withOwnedJob } from '#server/jobs/access/with-owned-job.server.ts';
import { recordSkip } from '#server/jobs/skips/record-skip.server.ts';
import type { Owner } from '#server/jobs/types.ts';

/**
 * Takes back a fire is left out; one that was not is no error.
 * @param scheduledFor the instant, UTC milliseconds
 * @throws AppError not_found; conflict: it has been left out already
 */
export async function unskipFire({
  owner,
  jobId,
  scheduledFor,
}: {
  owner: Owner;
  jobId: number;
  scheduledFor: number;
}): Promise<void> {
  await withOwnedJob({
    owner,
    jobId,
    run: async ({ tx }) => {
      const at = new Date(scheduledFor);
      const state = await tx.jobState.findUniqueOrThrow({ where: { jobId } });
      const where = { jobId, scheduledFor: at };
      if (at <= state.accountedUntil && (await tx.skip.count({ where })) > 0)
        throw new AppError('conflict', { message: 'That run has already been skipped.' });
      const { count } = await tx.skip.deleteMany({ where });
      if (count > 0) await recordSkip({ tx, owner, jobId, scheduledFor: at, isSkipped: false });
    },
  });
}
