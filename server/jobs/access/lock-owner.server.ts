import { AppError } from '#domain/errors.ts';
import type { Tier } from '#domain/plan.ts';
import type { Tx } from '#server/database/db.server.ts';

/**
 * Serializes the saves of one owner until the transaction ends, and returns the tier in force.
 * @throws AppError not_found: the account was deleted
 */
export async function lockOwner({ tx, ownerId }: { tx: Tx; ownerId: number }): Promise<{ tier: Tier }> {
  // Not FOR UPDATE: the engine inserts rows that refer to the owner meanwhile.
  const [owner] = await tx.$queryRaw<{ tier: Tier }[]>`
    select "tier"::text as "tier" from "User" where "id" = ${ownerId} for no key update`;
  if (!owner) throw new AppError('not_found');
  return owner;
}
