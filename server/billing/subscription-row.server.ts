import { AppError } from '#domain/errors.ts';
import { isLiving } from '#domain/subscription.ts';
import { db } from '#server/database/db.server.ts';
import type { Subscription } from '#server/generated/client.ts';

/** A subscription that gives its plan now, with its names at the payment provider. */
export interface LivingSubscription extends Subscription {
  stripeCustomerId: string;
  stripeSubscriptionId: string;
}

/**
 * The subscription of an account that gives its plan now.
 * @throws AppError conflict: there is none
 */
export async function livingSubscription({ userId }: { userId: number }): Promise<LivingSubscription> {
  const row = await db().subscription.findUnique({ where: { userId } });
  const { stripeCustomerId = null, stripeSubscriptionId = null } = row ?? {};
  if (!row || stripeCustomerId === null || stripeSubscriptionId === null || !isLiving(row.status)) {
    throw new AppError('conflict', { message: 'There is no subscription. Choose a plan first.' });
  }
  return { ...row, stripeCustomerId, stripeSubscriptionId };
}
