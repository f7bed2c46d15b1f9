import type Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { type PaidTier, paidTiers, plans, type Tier } from '#domain/plan.ts';
import { minuteMs } from '#domain/time/units.ts';
import { askProvider } from '#server/billing/payment-provider.server.ts';

const keptMs = 10 * minuteMs;
const kept = new Map<PaidTier, { id: string; until: number }>();

/** The product of a tier: its id at the payment provider is ours to choose, and the same everywhere. */
export const productOf = (tier: PaidTier) => `punctual_${tier}`;

/** The name by which the price is found a new subscriber pays. */
export const lookupKeyOf = (tier: PaidTier) => `punctual_${tier}_monthly`;

/** Monthly price of a tier, in the provider's format. */
export const monthlyPrice = (tier: PaidTier) => ({
  currency: 'usd',
  unit_amount: plans[tier].priceUsd * 100,
  recurring: { interval: 'month' as const },
});

/** Tier of a price by its product: older prices of a plan keep it. Free for an unknown one. */
export function tierOfPrice({ product }: Pick<Stripe.Price, 'product'>): Tier {
  const id = typeof product === 'string' ? product : product.id;
  return paidTiers.find((tier) => productOf(tier) === id) ?? 'free';
}

/**
 * The price a new subscriber of a tier pays, remembered for ten minutes.
 * @throws AppError external_service_error: `npm run payments:prices` was never run
 */
export async function priceOf(tier: PaidTier): Promise<string> {
  const known = kept.get(tier);
  if (known && known.until > Date.now()) return known.id;
  const { data } = await askProvider((provider) =>
    provider.prices.list({ lookup_keys: [lookupKeyOf(tier)], active: true, limit: 1 }),
  );
  const [price] = data;
  if (!price) {
    throw new AppError('external_service_error', {
      message: 'Payments are not configured: the plans have no prices yet.',
    });
  }
  kept.set(tier, { id: price.id, until: Date.now() + keptMs });
  return price.id;
}
