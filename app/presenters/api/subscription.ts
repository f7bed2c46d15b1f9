import type { z } from 'zod';
import type { CurrentSubscription } from '#server/billing/current-subscription.server.ts';
import type { subscriptionSchema } from './subscription-schema.ts';

/** The subscription of an account (specification section 3). */
export function toApiSubscription(current: CurrentSubscription): z.infer<typeof subscriptionSchema> {
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return {
    subscription: {
      status: current.status,
      tier: current.tier,
      current_period_start: text(current.periodStart),
      current_period_end: text(current.periodEnd),
      cancel_at_period_end: current.isCancelled,
      trial_end: text(current.trialEndsAt),
      next_payment_attempt: text(current.nextPaymentAt),
      refundable_until: text(current.refundableUntil),
      paused_jobs: current.pausedJobs,
    },
  };
}
