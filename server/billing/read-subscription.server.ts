import { db } from '#server/db.server.ts';
import type { Subscription } from '#server/generated/client.ts';

/** What a page says of a subscription; nothing of the payment provider's. */
export type SubscriptionFacts = Pick<
  Subscription,
  'status' | 'tier' | 'currentPeriodStart' | 'currentPeriodEnd' | 'cancelAtPeriodEnd' | 'trialEndsAt'
>;

/** The subscription of an account as it was last applied; null for one that never had any. */
export function readSubscription({ userId }: { userId: number }): Promise<SubscriptionFacts | null> {
  return db().subscription.findUnique({
    where: { userId },
    select: {
      status: true,
      tier: true,
      currentPeriodStart: true,
      currentPeriodEnd: true,
      cancelAtPeriodEnd: true,
      trialEndsAt: true,
    },
  });
}
