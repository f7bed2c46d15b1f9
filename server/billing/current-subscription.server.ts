import type { Tier } from '#domain/plan.ts';
import { refundableUntil, type SubscriptionStatus, subscriptionStatus } from '#domain/subscription.ts';
import { offersUsed } from '#server/billing/offer-use.server.ts';
import { arePaymentsConfigured, isTestMode } from '#server/billing/payment-provider.server.ts';
import { db } from '#server/database/db.server.ts';
import { listPausedByPlan } from '#server/jobs/reads/list-paused-by-plan.server.ts';

/** Subscription as shown to its owner. */
export interface CurrentSubscription {
  status: SubscriptionStatus;
  /** That is in force. */
  tier: Tier;
  periodStart: Date | null;
  /** When it renews, or ends where it is cancelled. */
  periodEnd: Date | null;
  isCancelled: boolean;
  trialEndsAt: Date | null;
  /** True if a checkout begins with a trial (D23). */
  hasTrial: boolean;
  /** When a payment that failed is tried again. */
  nextPaymentAt: Date | null;
  /** Until when Cancel and Refund is offered (D22a). */
  refundableUntil: Date | null;
  /** True if there is anything to manage at the payment provider. */
  hasPortal: boolean;
  /** True if this installation takes payments. */
  canBuy: boolean;
  /** True if no money moves: test keys. */
  isTestMode: boolean;
  /** Jobs paused by a lower plan and not resumed since (D22), oldest first. */
  pausedJobs: { id: number; name: string }[];
}

/**
 * The subscription of an account as last fetched; the payment provider is not called.
 * @param now decides if an offer has ended
 */
export async function currentSubscription({
  userId,
  now = new Date(),
}: {
  userId: number;
  now?: Date;
}): Promise<CurrentSubscription> {
  const [user, pausedJobs, used] = await Promise.all([
    db().user.findUnique({ where: { id: userId }, include: { subscription: true } }),
    listPausedByPlan({ ownerId: userId }),
    offersUsed({ userId }),
  ]);
  const row = user?.subscription ?? null;
  const until = row && refundableUntil({ ...row, refundedAt: row.refundedAt ?? used.refundedAt });
  return {
    status: subscriptionStatus(row?.status ?? 'none'),
    tier: user?.tier ?? 'free',
    periodStart: row?.currentPeriodStart ?? null,
    periodEnd: row?.currentPeriodEnd ?? null,
    isCancelled: row?.cancelAtPeriodEnd ?? false,
    trialEndsAt: row?.trialEndsAt ?? null,
    hasTrial: !row?.trialStartedAt && !used.trialStartedAt,
    nextPaymentAt: row?.nextPaymentAt ?? null,
    refundableUntil: until && now < until ? until : null,
    hasPortal: Boolean(row?.stripeSubscriptionId),
    canBuy: arePaymentsConfigured(),
    isTestMode: isTestMode(),
    pausedJobs,
  };
}
