import { AppError } from '#domain/errors.ts';
import { jobLimit, plans, type Tier } from '#domain/plan.ts';
import { inTransaction } from '#server/executions/transaction.server.ts';

/**
 * Keeps the owner's choice of the jobs that stay active when a smaller plan begins. It replaces the choice before; jobs
 * that are not the owner's, or not active any more, are left out. An empty choice lets the newest jobs be paused.
 * @param tier the plan that begins
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
}): Promise<void> {
  const limit = jobLimit(tier);
  await inTransaction(async (client) => {
    await client.query(`select from "User" where "id" = $1 for no key update`, [userId]);
    const { rows } = await client.query<{ id: number }>(
      `select "id" from "Job"
       where "ownerId" = $1 and "id" = any($2::int[]) and "deletedAt" is null
         and ("status" = 'active' or "pausedUntil" is not null)
       order by "id"`,
      [userId, jobIds],
    );
    if (rows.length > limit) throw tooMany({ tier, chosen: rows.length });
    const { rowCount } = await client.query(
      `update "Subscription" set "keptJobIds" = $2::int[], "updatedAt" = now() where "userId" = $1`,
      [userId, rows.map(({ id }) => id)],
    );
    if (rowCount === 0)
      throw new AppError('conflict', { message: 'There is no subscription. Choose a plan first.' });
  });
}

function tooMany({ tier, chosen }: { tier: Tier; chosen: number }): AppError {
  const limit = jobLimit(tier);
  const message = `${plans[tier].name} allows ${limit} active jobs and you chose ${chosen}: deselect ${chosen - limit}.`;
  return new AppError('validation_error', { message, details: { keep: message } });
}
