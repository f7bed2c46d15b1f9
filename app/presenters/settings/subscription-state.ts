import type { Tier } from '#domain/plan.ts';

/** How a subscription stands, as the page tells it. */
export type SubscriptionState = 'free' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'ended';

/** A subscription as the page shows it; instants in UTC milliseconds. */
export interface SubscriptionView {
  state: SubscriptionState;
  /** When the trial or the paid period ends, or ended; null where nobody knows. */
  until: number | null;
}

interface Facts {
  status: string;
  tier: Tier;
  currentPeriodEnd: Date | null;
  trialEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
}

/**
 * The state of a subscription from the words of the payment provider (specification section 4). A plan that was given
 * without a subscription counts as active.
 * @param tier that is in force for the account
 */
export function toSubscriptionView({ facts, tier }: { facts: Facts | null; tier: Tier }): SubscriptionView {
  if (!facts) return { state: tier === 'free' ? 'free' : 'active', until: null };
  const isTrial = facts.status === 'trialing';
  const end = (isTrial ? facts.trialEndsAt : null) ?? facts.currentPeriodEnd;
  return { state: stateOf({ facts, tier }), until: end?.getTime() ?? null };
}

function stateOf({ facts: { status, cancelAtPeriodEnd }, tier }: { facts: Facts; tier: Tier }) {
  if (['ended', 'canceled', 'incomplete_expired', 'unpaid'].includes(status)) return 'ended';
  if (tier === 'free') return 'free';
  if (cancelAtPeriodEnd) return 'canceled';
  if (status === 'trialing') return 'trialing';
  return status === 'past_due' ? 'past_due' : 'active';
}
