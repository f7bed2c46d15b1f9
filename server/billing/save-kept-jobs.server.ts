import { AppError } from '#domain/errors.ts';
import { jobLimit, plans, type Tier } from '#domain/plan.ts';
import { inTransaction } from '#server/database/transaction.server.ts';

/** A saved choice, and the one that it has replaced. */
export interface SavedChoice {
  userId: number;
  saved: number[];
  before: number[];
}

/**
 * Saves the owner's choice of jobs to keep active on a downgrade. Replaces the previous choice; jobs of others and
 * inactive ones are ignored. With an empty choice, the newest jobs are paused.
 * @param tier the plan that begins
 * @returns a function to undo it
 * @throws AppError validation_error on keep: more jobs than the plan allows; conflict: there is no subscription
 */
export async function saveKeptJobs({
  userId,
  tier,
  jobIds,
}: {
  userId: number;
  tier: Tier;
  jobIds: number[];
}): Promise<SavedChoice> {
  const limit = jobLimit(tier);
  return inTransaction(async (client) => {
    await client.query(`select from "User" where "id" = $1 for no key update`, [userId]);
    const { rows } = await client.query<{ id: number }>(
      `select "id" from "Job"
       where "ownerId" = $1 and "id" = any($2::int[]) and "deletedAt" is null
         and ("status" = 'active' or "pausedUntil" is not null)
       order by "id"`,
      [userId, jobIds],
    );
    if (rows.length > limit) throw tooMany({ tier, chosen: rows.length });
    const saved = rows.map(({ id }) => id);
    const { rows: subscriptions } = await client.query<{ before: number[] }>(
      `with before as materialized (select "userId", "keptJobIds" from "Subscription" where "userId" = $1 for update)
       update "Subscription" s set "keptJobIds" = $2::int[], "updatedAt" = now() from before b
       where s."userId" = b."userId" returning b."keptJobIds" as "before"`,
      [userId, saved],
    );
    const [subscription] = subscriptions;
    if (!subscription)
      throw new AppError('conflict', { message: 'There is no subscription. Choose a plan first.' });
    return { userId, saved, before: subscription.before };
  });
}

/** Restores the previous choice, unless the saved one was used or replaced meanwhile. */
export async function takeBackKeptJobs({ userId, saved, before }: SavedChoice): Promise<void> {
  await inTransaction(async (client) => {
    await client.query(
      `update "Subscription" set "keptJobIds" = $3::int[], "updatedAt" = now()
       where "userId" = $1 and "keptJobIds" = $2::int[]`,
      [userId, saved, before],
    );
  });
}

function tooMany({ tier, chosen }: { tier: Tier; chosen: number }): AppError {
  const limit = jobLimit(tier);
  const message = `${plans[tier].name} allows ${limit} active jobs, but you chose ${chosen}. Deselect ${chosen - limit}.`;
  return new AppError('validation_error', { message, details: { keep: message } });
}
