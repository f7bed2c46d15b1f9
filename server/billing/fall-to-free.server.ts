import { recordPlanEvent } from '#server/billing/record-plan-event.server.ts';
import { setTier } from '#server/billing/set-tier.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';

/** Time to renew a subscription that ended without a webhook of the payment provider. */
const graceDays = 3;
/** A canceled one ends as announced; its webhook may be some minutes late. */
const cancelledGraceHours = 1;

/** When a subscription counts as over, said of a row `s`: the later of trial and period, and a grace. */
export const isOver = `greatest(s."currentPeriodEnd", s."trialEndsAt")
  + case when s."cancelAtPeriodEnd" then interval '${cancelledGraceHours} hours' else interval '${graceDays} days' end
  < now()`;

/**
 * Downgrades an account to free after its trial or paid period: its newest active jobs above the limit are paused (D22)
 * with the reason. Checks again under the owner's lock: a renewed subscription stays.
 * @returns whether it was downgraded
 */
export async function fallToFree({ userId }: { userId: number }): Promise<boolean> {
  return inTransaction(async (client) => {
    await client.query(`select from "User" where "id" = $1 for no key update`, [userId]);
    const { rowCount } = await client.query(
      `update "Subscription" s set "tier" = 'free', "status" = 'ended', "updatedAt" = now()
       where s."userId" = $1 and s."tier" <> 'free' and ${isOver}`,
      [userId],
    );
    if (rowCount === 0) return false;
    const paused = await setTier({ client, userId, tier: 'free' });
    const details = { to: 'free', 'jobs paused': paused.length };
    await recordPlanEvent({ client, code: 'tier_changed', userId, details });
    return true;
  });
}
