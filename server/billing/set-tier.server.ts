import type { Tier } from '#domain/plan.ts';
import { enqueuePauseMails } from '#server/account-mail/enqueue-pause-mails.server.ts';
import type { Client } from '#server/database/transaction.server.ts';
import { pauseAboveLimit } from '#server/jobs/pause-above-limit.server.ts';

/**
 * Sets an account's tier, in the transaction that holds its row: limits apply at once, because every write checks the
 * tier under the same lock. Active jobs above a lower limit are paused with the reason (D22), and an email to the owner
 * is enqueued. This uses up the owner's choice of jobs to keep active.
 * @returns the paused jobs, oldest first
 */
export async function setTier({
  client,
  userId,
  tier,
}: {
  client: Client;
  userId: number;
  tier: Tier;
}): Promise<number[]> {
  await client.query(`update "User" set "tier" = $2::"Tier", "updatedAt" = now() where "id" = $1`, [
    userId,
    tier,
  ]);
  const keptJobIds = await takeKeptJobs({ client, userId });
  const paused = await pauseAboveLimit({ client, ownerId: userId, tier, keptJobIds });
  await enqueuePauseMails({ client, jobIds: paused, hasNotifications: false });
  return paused;
}

async function takeKeptJobs({ client, userId }: { client: Client; userId: number }): Promise<number[]> {
  const { rows } = await client.query<{ keptJobIds: number[] }>(
    `with chosen as materialized (select "userId", "keptJobIds" from "Subscription" where "userId" = $1 for update)
     update "Subscription" s set "keptJobIds" = '{}' from chosen c where s."userId" = c."userId"
     returning c."keptJobIds"`,
    [userId],
  );
  return rows[0]?.keptJobIds ?? [];
}
