import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { type PaidTier, trialDays } from '#domain/plan.ts';
import { isLiving } from '#domain/subscription.ts';
import { minuteMs } from '#domain/time/units.ts';
import { ensureCustomer, forgetCustomer } from '#server/billing/checkout/ensure-customer.server.ts';
import { closeCheckout, openCheckouts } from '#server/billing/checkout/open-checkouts.server.ts';
import { settingsUrl } from '#server/billing/checkout/settings-url.server.ts';
import { offersUsed } from '#server/billing/offer-use.server.ts';
import { askProvider, paymentProvider, providerCode } from '#server/billing/payment-provider.server.ts';
import { priceOf } from '#server/billing/prices.server.ts';
import { listSubscriptions } from '#server/billing/see-subscription.server.ts';
import { db } from '#server/database/db.server.ts';

/**
 * Opens the payment provider's page to subscribe an account to a tier: with a trial of 14 days the first time (D23),
 * counting earlier accounts of the person. Only the provider's webhook grants the tier. An older open page is closed,
 * to prevent a double payment.
 *
 * @returns the page: its address is valid for 24 hours, its id names it to checkoutUrl
 * @throws AppError conflict: there is a subscription already; external_service_error: not configured, or no response
 */
export async function startCheckout({
  userId,
  tier,
}: {
  userId: number;
  tier: PaidTier;
}): Promise<{ sessionId: string; url: string }> {
  await paymentProvider();
  const { customerId, before } = await customerWithPast({ userId });
  if (before.some(({ status }) => isLiving(status))) {
    throw new AppError('conflict', {
      message: 'You have a subscription already. Change its plan instead.',
    });
  }
  const [known, used] = await Promise.all([
    db().subscription.findUnique({ where: { userId }, select: { trialStartedAt: true } }),
    offersUsed({ userId }),
  ]);
  // The provider knows trials with a pending webhook; we know trials of deleted customers and accounts.
  const hadTrial = known?.trialStartedAt ?? used.trialStartedAt;
  const hasTrial = !hadTrial && before.every(({ trial_start }) => trial_start === null);
  const wanted = sessionOf({ customerId, userId, price: await priceOf(tier), hasTrial });
  // Two clicks make one page.
  const key = `checkout-${customerId}-${tier}-${String(hasTrial)}-${Math.floor(Date.now() / minuteMs)}`;
  let session = await createSession({ wanted, key });
  const open = await openCheckouts({ customerId });
  // The response for a key may be of a page closed since.
  if (!open.some(({ id }) => id === session.id))
    session = await createSession({ wanted, key: `checkout-${randomUUID()}` });
  for (const { id } of open) {
    if (id !== session.id) await closeCheckout({ id });
  }
  if (!session.url) throw new AppError('external_service_error');
  return { sessionId: session.id, url: session.url };
}

async function customerWithPast({ userId }: { userId: number }) {
  const known = await ensureCustomer({ userId });
  try {
    return { customerId: known, before: await listSubscriptions({ customerId: known }) };
  } catch (error) {
    if (providerCode(error) !== 'resource_missing') throw error;
    await forgetCustomer({ customerId: known });
    return { customerId: await ensureCustomer({ userId, after: known }), before: [] };
  }
}

function sessionOf({
  customerId,
  userId,
  price,
  hasTrial,
}: {
  customerId: string;
  userId: number;
  price: string;
  hasTrial: boolean;
}): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    customer: customerId,
    client_reference_id: String(userId),
    line_items: [{ price, quantity: 1 }],
    success_url: settingsUrl('success'),
    cancel_url: settingsUrl('canceled'),
    subscription_data: {
      metadata: { user_id: String(userId) },
      ...(hasTrial && { trial_period_days: trialDays }),
    },
  };
}

function createSession({ wanted, key }: { wanted: Stripe.Checkout.SessionCreateParams; key: string }) {
  return askProvider((provider) => provider.checkout.sessions.create(wanted, { idempotencyKey: key }));
}
