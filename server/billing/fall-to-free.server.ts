import { securityEvents } from '#domain/security-event.ts';
import { inTransaction } from '#server/executions/transaction.server.ts';
import { pauseAboveLimit } from '#server/jobs/pause-above-limit.server.ts';

/** A subscription whose end came without a word from the payment provider has so long to be renewed after all. */
const graceDays = 3;
/** One that was cancelled ends as announced; its own news may be some minutes late. */
const cancelledGraceHours = 1;

/** When a subscription counts as over, said of a row `s`: the later of trial and period, and a grace. */
export const isOver = `greatest(s."currentPeriodEnd", s."trialEndsAt")
  + case when s."cancelAtPeriodEnd" then interval '${cancelledGraceHours} hours' else interval '${graceDays} days' end
  < now()`;

/**
 * Takes an account to the free tier whose trial or paid period has ended: its newest active jobs above the limit are
 * paused (D22) and carry the reason. Looks again under the owner's lock: one that was renewed meanwhile stays.
 * @returns whether it fell
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
    await client.query(`update "User" set "tier" = 'free', "updatedAt" = now() where "id" = $1`, [userId]);
    const paused = await pauseAboveLimit({ client, ownerId: userId, tier: 'free' });
    const { type, text } = securityEvents.tier_changed;
    await client.query(
      `insert into "SecurityEvent" ("type", "code", "message", "subjectId")
       values ($1::"SecurityEventType", 'tier_changed', $2, $3)`,
      [type, `${text} (to free, jobs paused ${paused.length})`, userId],
    );
    return true;
  });
}
