import { isHigherTier, type PaidTier, paidTiers } from '#domain/plan.ts';
import type { CurrentSubscription } from '#server/billing/current-subscription.server.ts';

/** State of a subscription on the page. */
export type SubscriptionState = 'free' | 'given' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'ended';

/** A subscription as the page shows it, with what can be done about it; instants in UTC milliseconds. */
export interface SubscriptionView {
  /** `given` is a plan without payment. */
  state: SubscriptionState;
  /** End of the trial or the paid period, future or past; null if unknown. */
  until: number | null;
  /** When a payment that failed is tried again. */
  retryAt: number | null;
  /** Until when Cancel and Refund is offered (D22a). */
  refundableUntil: number | null;
  /** Plans a checkout leads to. */
  offers: PaidTier[];
  /** True if the first days of it cost nothing (D23). */
  hasTrial: boolean;
  /** The paid plan that this one can be changed to. */
  changeTo: PaidTier | null;
  /** Gives its plan now, so the end of it is still to come. */
  canEnd: boolean;
  canCancel: boolean;
  canResume: boolean;
  /** True if there is anything to manage at the payment provider. */
  hasPortal: boolean;
  /** True if this installation takes payments. */
  canBuy: boolean;
  isTestMode: boolean;
}

/**
 * Texts and actions for a subscription (specification section 4): a checkout without one; otherwise its change,
 * cancellation, or resumption. An open payment or a cancellation comes before a change.
 */
export function toSubscriptionView({
  current,
  now,
}: {
  current: CurrentSubscription;
  now: Date;
}): SubscriptionView {
  const { tier, isCancelled, trialEndsAt, periodEnd } = current;
  const state = stateOf(current);
  const isLiving = ['trialing', 'active', 'past_due', 'canceled'].includes(state);
  const end = (state === 'trialing' ? trialEndsAt : null) ?? periodEnd;
  // One that ended before its period, for example by a refund, has no useful date.
  const isKnown = end !== null && (state !== 'ended' || end <= now);
  const other = paidTiers.find((one) => one !== tier) ?? null;
  return {
    state,
    until: isKnown ? end.getTime() : null,
    retryAt: current.nextPaymentAt?.getTime() ?? null,
    refundableUntil: current.refundableUntil?.getTime() ?? null,
    offers: isLiving ? [] : paidTiers.filter((one) => isHigherTier(one, tier)),
    hasTrial: current.hasTrial,
    changeTo: state === 'trialing' || state === 'active' ? other : null,
    canEnd: isLiving,
    canCancel: isLiving && !isCancelled,
    canResume: isLiving && isCancelled,
    hasPortal: current.hasPortal,
    canBuy: current.canBuy,
    isTestMode: current.isTestMode,
  };
}

function stateOf({ status, tier, isCancelled }: CurrentSubscription): SubscriptionState {
  switch (status) {
    case 'none':
    case 'incomplete':
      return tier === 'free' ? 'free' : 'given';
    case 'ended':
      return tier === 'free' ? 'ended' : 'given';
    case 'trialing':
    case 'active':
    case 'past_due':
      return isCancelled ? 'canceled' : status;
  }
}
