import type { Tier } from '#domain/plan.ts';
import { owePauseMails } from '#server/account-mail/owe-pause-mails.server.ts';
import type { Client } from '#server/executions/transaction.server.ts';
import { pauseAboveLimit } from '#server/jobs/pause-above-limit.server.ts';

/**
 * Gives an account its tier, in the transaction that holds its row: limits follow at once, because every write counts
 * against the tier under the same lock. What is active beyond a lower limit is paused and says so (D22), and its owner is owed a mail.
 * @returns the jobs that were paused, oldest first
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
  const paused = await pauseAboveLimit({ client, ownerId: userId, tier });
  await owePauseMails({ client, jobIds: paused, hasNotes: false });
  return paused;
}
