import { AppError } from '#domain/errors.ts';
import { isActive } from '#domain/job/job.ts';
import { nextRunsOf } from '#server/executions/planning/next-runs-of.server.ts';
import { withOwnedJob } from '#server/jobs/access/with-owned-job.server.ts';
import { recordSkip } from '#server/jobs/skips/record-skip.server.ts';
import type { Owner } from '#server/jobs/types.ts';

/** Number of next fires that can be skipped. */
const skippable = 10;

/**
 * Skips one of a job's next 10 fires: its record will read skipped, by the owner. The schedule does not change, so this
 * makes no version. Skipping a fire again changes nothing.
 *
 * @param scheduledFor the instant, UTC milliseconds
 * @throws AppError not_found; conflict: the job does not fire; validation_error: none of its next 10 fires
 */
export async function skipFire({
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
    run: async ({ tx, job }) => {
      const { now, accountedUntil, fires } = await nextRunsOf({ tx, job, count: skippable });
      if (job.cronExpression === null)
        throw new AppError('conflict', { message: 'The job has no schedule, so there is no run to skip.' });
      if (!isActive({ ...job, now }) && job.pausedUntil === null)
        throw new AppError('conflict', { message: 'Resume the job to skip one of its runs.' });
      if (!fires.includes(scheduledFor)) {
        const text = `Choose one of the next ${skippable} runs that has not started.`;
        throw new AppError('validation_error', { details: { scheduledFor: text } });
      }
      // A past skip may still be needed: after an outage, its fire must not be caught up.
      await tx.skip.deleteMany({ where: { jobId, scheduledFor: { lte: new Date(accountedUntil) } } });
      const at = new Date(scheduledFor);
      const { count } = await tx.skip.createMany({
        data: { jobId, scheduledFor: at, createdById: owner.id },
        skipDuplicates: true,
      });
      if (count > 0) await recordSkip({ tx, owner, jobId, scheduledFor: at, isSkipped: true });
    },
  });
}

/**
 * Takes back a skip; without one, nothing happens.
 * @param scheduledFor the instant, UTC milliseconds
 * @throws AppError not_found; conflict: the run has been skipped already
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
