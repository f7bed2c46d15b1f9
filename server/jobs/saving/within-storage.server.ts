import { AppError } from '#domain/errors.ts';
import { plans, storedBytesLimit, type Tier } from '#domain/plan.ts';
import type { Tx } from '#server/database/db.server.ts';
import type { JobRow } from '#server/jobs/types.ts';

type Status = JobRow['status'];

/** The less a job does, the higher. */
const rest: Record<Status, number> = { active: 0, paused: 1, inactive: 2 };

/** True for a change of status after which a job does less: it always passes, however full an account is. */
export const isResting = ({ from, to }: { from: Status; to: Status | undefined }) =>
  to !== undefined && rest[to] > rest[from];

/**
 * Runs a save within the plan's storage: the texts of all jobs and of their kept versions, summed up by the database in
 * OwnerTotal. Above the limit, for example after a downgrade, a save passes if it takes no more than it frees. Called
 * under the owner's lock; an error rolls its transaction back.
 *
 * @param tier in force under the lock
 * @param isAllowed the save passes in any case
 * @throws AppError authorization_error with details `{limit, used}`, both in bytes (D38); any error of write
 */
export async function withinStorage<Result>({
  tx,
  ownerId,
  tier,
  isAllowed = false,
  write,
}: {
  tx: Tx;
  ownerId: number;
  tier: Tier;
  isAllowed?: boolean;
  write: () => Promise<Result>;
}): Promise<Result> {
  if (isAllowed) return write();
  const used = await storedBytesOf({ tx, ownerId });
  const written = await write();
  const after = await storedBytesOf({ tx, ownerId });
  const limit = storedBytesLimit(tier);
  if (after <= limit || after <= used) return written;
  throw new AppError('authorization_error', {
    message: noRoomForTexts({ tier, limit }),
    details: { limit, used },
  });
}

function noRoomForTexts({ tier, limit }: { tier: Tier; limit: number }): string {
  const size = `${(limit / 1_048_576).toLocaleString('en-US')} MiB`;
  const remedy =
    tier === 'ultimate' ? 'Shorten payloads or delete a job.' : 'Shorten payloads, delete a job, or upgrade.';
  return `${plans[tier].name} stores ${size} of jobs with their versions. ${remedy}`;
}

/** The bytes the jobs of an account and their versions occupy as they are stored. */
async function storedBytesOf({ tx, ownerId }: { tx: Tx; ownerId: number }): Promise<number> {
  const [row] = await tx.$queryRaw<{ bytes: bigint }[]>`
    select coalesce(sum("bytes"), 0)::int8 as "bytes" from "OwnerTotal" where "ownerId" = ${ownerId}`;
  return Number(row?.bytes ?? 0);
}
