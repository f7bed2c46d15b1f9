import { dayMs } from '#domain/time/units.ts';
import { moneyBackDays, type Tier } from './plan.ts';

/** State of a subscription for its owner; the payment provider has finer ones. */
export const subscriptionStatuses = [
  'none',
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'ended',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/**
 * The status shown to the owner, by that of the payment provider: one that no longer gives a plan, such as unpaid or
 * canceled, has ended.
 */
export function subscriptionStatus(atProvider: string): SubscriptionStatus {
  return subscriptionStatuses.find((status) => status === atProvider) ?? 'ended';
}

/** Reports whether a subscription gives its plan: a payment that failed takes nothing away while the provider still tries. */
export function isLiving(atProvider: string): boolean {
  return ['trialing', 'active', 'past_due'].includes(subscriptionStatus(atProvider));
}

/** The tier a subscription gives. */
export function grantedTier({ atProvider, tier }: { atProvider: string; tier: Tier }): Tier {
  return isLiving(atProvider) ? tier : 'free';
}

/**
 * End of the period for a full refund (D22a): 14 days from the first payment, once per person.
 * @returns null before the first payment, and after a refund
 */
export function refundableUntil({
  firstPaidAt,
  refundedAt,
}: {
  firstPaidAt: Date | null;
  refundedAt: Date | null;
}): Date | null {
  if (!firstPaidAt || refundedAt) return null;
  return new Date(firstPaidAt.getTime() + moneyBackDays * dayMs);
}
