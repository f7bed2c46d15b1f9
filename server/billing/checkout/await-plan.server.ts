import { setTimeout as wait } from 'node:timers/promises';
import type { Tier } from '#domain/plan.ts';
import { db } from '#server/database/db.server.ts';

const pollMs = 250;

/**
 * Waits for the payment provider's webhook, which alone gives a plan and comes within moments, so that the page after a
 * purchase shows what was bought. Nothing is asked for and nothing is given here.
 * @param tiers any of which is waited for
 * @returns whether one of them is in force
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
