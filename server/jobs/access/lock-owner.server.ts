import { AppError } from '#domain/errors.ts';
import type { Tier } from '#domain/plan.ts';
import type { Tx } from '#server/database/db.server.ts';

/**
 * Makes the saves of one owner wait for each other until the transaction ends, and answers the tier that is in force.
 * @throws AppError not_found: the account is gone
 */
export async function lockOwner({ tx, ownerId }: { tx: Tx; ownerId: number }): Promise<{ tier: Tier }> {
  // Not FOR UPDATE: rows that refer to the owner are inserted meanwhile by the engine.
  const [owner] = await tx.$queryRaw<{ tier: Tier }[]>`
    select "tier"::text as "tier" from "User" where "id" = ${ownerId} for no key update`;
  if (!owner) throw new AppError('not_found');
  return owner;
}
