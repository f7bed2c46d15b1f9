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
 * The status an owner is told, by that of the payment provider: whatever gives no plan any more, such as unpaid or
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
 * Until when all payments are given back (D22a): 14 days from the first one on, once per person.
 * @returns null before the first payment, and once the money was given back
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
