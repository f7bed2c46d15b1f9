import { db } from '#server/database/db.server.ts';
import { refuseAbsentJob } from '#server/jobs/access/with-owned-job.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { channelOf } from './channel.server.ts';

/**
 * The current channel of a job's notifications, with the job as they name it.
 * @throws AppError not_found: absent, deleted or another's
 */
export async function jobChannel({ owner, jobId }: { owner: Owner; jobId: number }) {
  const job = await db().job.findFirst({
    where: { id: jobId, ownerId: owner.id, deletedAt: null },
    include: { owner: true },
  });
  if (!job) return refuseAbsentJob({ owner, jobId });
  const { defaultNotificationType, defaultNotificationConfig, email, emailVerified } = job.owner;
  const open = channelOf({ ...job, defaultNotificationType, defaultNotificationConfig, email });
  return { job, open, isEmailVerified: emailVerified };
}
