import { AppError } from '#domain/errors.ts';
import { draftLimit, jobLimit, plans, type Tier } from '#domain/plan.ts';
import type { Tx } from '#server/database/db.server.ts';
import type { JobRow } from '#server/jobs/types.ts';

type Status = JobRow['status'];

/**
 * Refuses a status the owner's plan has no room for. Active and paused jobs count together, drafts by themselves (D38);
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
  if (from === to) return;
  if (to === 'inactive') return checkDrafts({ tx, ownerId, tier, count });
  const limit = jobLimit(tier);
  if (from === 'active' || limit === Infinity) return;
  const counted: Status[] = from === 'paused' ? ['active'] : ['active', 'paused'];
  const used = await tx.job.count({ where: { ownerId, deletedAt: null, status: { in: counted } } });
  if (used + count <= limit) return;
  throw new AppError('authorization_error', {
    message: `Your plan allows ${limit} jobs. Upgrade, or make room by deleting a job.`,
    details: { limit, used },
  });
}

async function checkDrafts({
  tx,
  ownerId,
  tier,
  count,
}: {
  tx: Tx;
  ownerId: number;
  tier: Tier;
  count: number;
}) {
  const limit = draftLimit(tier);
  const used = await tx.job.count({ where: { ownerId, deletedAt: null, status: 'inactive' } });
  if (used + count <= limit) return;
  throw new AppError('authorization_error', {
    message: noRoomForDraft(tier),
    details: { limit, used },
  });
}

/** The error of a plan that has no room for another inactive job, with the remedy. */
export const noRoomForDraft = (tier: Tier) =>
  `${plans[tier].name} allows ${draftLimit(tier).toLocaleString('en-US')} inactive jobs. Delete or activate one${tier === 'ultimate' ? '' : ', or upgrade'}.`;
