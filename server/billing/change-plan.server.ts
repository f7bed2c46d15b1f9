import type Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { type PaidTier, plans, type Tier } from '#domain/plan.ts';
import { isLiving, subscriptionStatus } from '#domain/subscription.ts';
import { askProvider } from '#server/billing/payment-provider.server.ts';
import { priceOf, tierOfPrice } from '#server/billing/prices.server.ts';
import type { PlanActor } from '#server/billing/record-plan-event.server.ts';
import { refreshSubscription } from '#server/billing/refresh-subscription.server.ts';
import { type LivingSubscription, livingSubscription } from '#server/billing/subscription-row.server.ts';

/** A preview older than this is repeated: the amount would differ. */
const previewSeconds = 60 * 60;

/** Cost of a change of plan at an instant, in US cents. */
export interface PlanChange {
  from: Tier;
  to: PaidTier;
  /** The difference for the rest of the period; below zero it is kept for the next invoices. */
  prorationCents: number;
  /** Amount charged now. */
  dueCents: number;
  /** Price of each further month. */
  monthlyCents: number;
  /** Instant of the amounts; sent back, it makes the provider charge exactly them. */
  at: Date;
}

/**
 * Previews a change between premium and ultimate. Changes nothing.
 * @throws AppError conflict: there is no subscription, it has that plan, is canceled, or a payment is open;
 *   external_service_error
 */
export async function previewPlanChange(asked: { userId: number; tier: PaidTier }): Promise<PlanChange> {
  return previewOf(await subscriptionToChange(asked));
}

/**
 * Changes between premium and ultimate at once. The difference for the rest of the period is charged now, or credited
 * to the next invoices; a declined card changes nothing. A lower tier applies at once, with D22; a higher one with the
 * provider's webhook within seconds.
 *
 * @param at of the accepted preview, at most an hour old
 * @throws AppError conflict: as the preview, or the card was declined; validation_error on at; external_service_error
 */
export async function changePlan({
  userId,
  tier,
  at,
  actor,
}: {
  userId: number;
  tier: PaidTier;
  at: Date;
  actor: PlanActor;
}): Promise<void> {
  const change = await subscriptionToChange({ userId, tier });
  const { row, item, price } = change;
  const seconds = Math.floor(at.getTime() / 1000);
  // By the provider's clock: an instant near the period's end would make the rest of it all but free.
  const { at: now } = await previewOf(change);
  const age = Math.abs(now.getTime() / 1000 - seconds);
  if (!(age <= previewSeconds) || seconds < item.current_period_start) {
    throw new AppError('validation_error', {
      message: 'The amount is out of date. Check it again.',
      details: { at: 'Must be the instant of a preview of the last hour.' },
    });
  }
  const id = row.stripeSubscriptionId;
  await askProvider((provider) =>
    provider.subscriptions.update(
      id,
      {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        proration_date: seconds,
        payment_behavior: 'error_if_incomplete',
      },
      // A card that was declined may be good at the next try; two clicks are one.
      { idempotencyKey: `change-${id}-${price}-${seconds}-${actor.request?.id ?? crypto.randomUUID()}` },
    ),
  );
  await refreshSubscription({ customerId: row.stripeCustomerId, cause: 'act', actor });
}

interface OpenChange {
  row: LivingSubscription;
  item: Stripe.SubscriptionItem;
  from: Tier;
  to: PaidTier;
  price: string;
}

async function subscriptionToChange({
  userId,
  tier,
}: {
  userId: number;
  tier: PaidTier;
}): Promise<OpenChange> {
  const row = await livingSubscription({ userId });
  const subscription = await askProvider((provider) =>
    provider.subscriptions.retrieve(row.stripeSubscriptionId),
  );
  const [item] = subscription.items.data;
  const refuse = (message: string) => new AppError('conflict', { message });
  if (!item || !isLiving(subscription.status))
    throw refuse('The subscription has ended. Choose a plan again.');
  if (subscription.cancel_at_period_end || subscription.cancel_at !== null)
    throw refuse('The subscription is canceled. Resume it before you change its plan.');
  if (subscriptionStatus(subscription.status) === 'past_due')
    throw refuse('A payment is open. Settle it under Manage Billing before you change the plan.');
  const from = tierOfPrice(item.price);
  if (from === tier) throw refuse(`Your plan is ${plans[tier].name} already.`);
  return { row, item, from, to: tier, price: await priceOf(tier) };
}

async function previewOf({ row, item, from, to, price }: OpenChange): Promise<PlanChange> {
  const invoice = await askProvider((provider) =>
    provider.invoices.createPreview({
      customer: row.stripeCustomerId,
      subscription: row.stripeSubscriptionId,
      subscription_details: {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
      },
    }),
  );
  // Without a proration, as in a trial, the provider's own now.
  const seconds = invoice.parent?.subscription_details?.subscription_proration_date ?? invoice.created;
  return {
    from,
    to,
    prorationCents: invoice.total,
    dueCents: invoice.amount_due,
    monthlyCents: plans[to].priceUsd * 100,
    at: new Date(seconds * 1000),
  };
}
