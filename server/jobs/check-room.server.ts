import { AppError } from '#domain/errors.ts';
import { jobLimit, type Tier } from '#domain/plan.ts';
import type { Tx } from '#server/db.server.ts';
import type { JobRow } from '#server/jobs/types.ts';

type Status = JobRow['status'];

/**
 * Whether the owner's plan lets a job take a status. Active and paused jobs count, drafts do not (D38);
 * a paused job resumes only while fewer than the limit are active (D22). Called under the owner's lock.
 *
 * @param from null for a new job
 * @param count of jobs that take it
 * @throws AppError authorization_error with details `{limit, used}`
 */
export async function checkRoom(change: {
  tx: Tx;
  ownerId: number;
  tier: Tier;
  from: Status | null;
  to: Status;
  count?: number;
}) {
  const { tx, ownerId, tier, from, to, count = 1 } = change;
  const limit = jobLimit(tier);
  if (to === 'inactive' || from === to || from === 'active' || limit === Infinity) return;
  const counted: Status[] = from === 'paused' ? ['active'] : ['active', 'paused'];
  const used = await tx.job.count({ where: { ownerId, deletedAt: null, status: { in: counted } } });
  if (used + count <= limit) return;
  throw new AppError('authorization_error', {
    message: `Your plan holds ${limit} jobs. Upgrade, or make room by deleting a job.`,
    details: { limit, used },
  });
}
