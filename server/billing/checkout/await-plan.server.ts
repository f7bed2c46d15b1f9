import { setTimeout as wait } from 'node:timers/promises';
import type { Tier } from '#domain/plan.ts';
import { db } from '#server/database/db.server.ts';

const pollMs = 250;

/**
 * Waits for the payment provider's webhook, so the page after a purchase shows the new plan. Only the webhook grants a
 * plan; this function changes nothing.
 * @param tiers waits for any of these
 * @returns whether one of them is active
 */
export async function awaitPlan({
  userId,
  tiers,
  limitMs = 3_000,
}: {
  userId: number;
  tiers: readonly Tier[];
  limitMs?: number;
}): Promise<boolean> {
  const until = performance.now() + limitMs;
  for (;;) {
    const user = await db().user.findUnique({ where: { id: userId }, select: { tier: true } });
    if (!user || tiers.includes(user.tier)) return user !== null;
    if (performance.now() >= until) return false;
    await wait(pollMs);
  }
}
