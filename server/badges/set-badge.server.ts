import { randomBytes } from 'node:crypto';
import { withOwnedJob } from '#server/jobs/access/with-owned-job.server.ts';
import { recordJobChange } from '#server/jobs/saving/record-job-change.server.ts';
import type { Owner } from '#server/jobs/types.ts';

const tokenBytes = 20;

/**
 * Creates a job's badge with a secret address; an existing one stays, because it may be in use.
 * @param isRenewed creates a new address: the old one stops working
 * @returns the token in its address
 * @throws AppError not_found
 */
export async function makeBadge({
  owner,
  jobId,
  isRenewed = false,
}: {
  owner: Owner;
  jobId: number;
  isRenewed?: boolean;
}): Promise<string> {
  return withOwnedJob({
    owner,
    jobId,
    run: async ({ tx }) => {
      const badge = await tx.jobBadge.findUnique({ where: { jobId } });
      if (badge && !isRenewed) return badge.token;
      const token = randomBytes(tokenBytes).toString('base64url');
      await tx.jobBadge.upsert({
        where: { jobId },
        create: { jobId, token },
        update: { token, createdAt: new Date() },
      });
      await recordJobChange({ tx, owner, jobId });
      return token;
    },
  });
}

/**
 * Takes the badge of a job away; without one nothing happens.
 * @throws AppError not_found
 */
export async function removeBadge({ owner, jobId }: { owner: Owner; jobId: number }): Promise<void> {
  await withOwnedJob({
    owner,
    jobId,
    run: async ({ tx }) => {
      const { count } = await tx.jobBadge.deleteMany({ where: { jobId } });
      if (count > 0) await recordJobChange({ tx, owner, jobId });
    },
  });
}
