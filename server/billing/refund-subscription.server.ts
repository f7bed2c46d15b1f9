import type Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { moneyBackDays } from '#domain/plan.ts';
import { isLiving, refundableUntil } from '#domain/subscription.ts';
import { offersUsed, recordOfferUse } from '#server/billing/offer-use.server.ts';
import { askProvider, providerCode } from '#server/billing/payment-provider.server.ts';
import { type PlanActor, recordPlanEvent } from '#server/billing/record-plan-event.server.ts';
import { refreshSubscription } from '#server/billing/refresh-subscription.server.ts';
import { db } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';

/**
 * Refunds all payments and ends the subscription at once (D22a): within 14 days of the first payment, once per person
 * across all their accounts. The refund comes first: after an interruption, a repeated call continues, and no payment
 * is refunded twice.
 *
 * @param actor the owner, or an admin in their place
 * @returns the refunded amount in US cents
 * @throws AppError conflict: nothing was paid, the 14 days are over, or it was refunded before; external_service_error
 */
export async function refundSubscription({
  userId,
  actor,
  now = new Date(),
}: {
  userId: number;
  actor: PlanActor;
  now?: Date;
}): Promise<number> {
  const [row, used] = await Promise.all([
    db().subscription.findUnique({ where: { userId } }),
    offersUsed({ userId }),
  ]);
  const until = row && refundableUntil({ ...row, refundedAt: row.refundedAt ?? used.refundedAt });
  if (!row?.stripeCustomerId || !row.stripeSubscriptionId || !until || now >= until) {
    throw new AppError('conflict', {
      message: `Money is given back within ${moneyBackDays} days of the first payment, once.`,
    });
  }
  const { stripeCustomerId: customerId, stripeSubscriptionId: subscriptionId, status } = row;
  const cents = await refundPayments({ customerId });
  if (isLiving(status)) await end(subscriptionId);
  await inTransaction(async (client) => {
    const { rowCount } = await client.query(
      `update "Subscription" set "refundedAt" = now(), "updatedAt" = now()
       where "userId" = $1 and "refundedAt" is null`,
      [userId],
    );
    // Only the first of two concurrent calls records it.
    if (rowCount === 0) return;
    await recordOfferUse({ client, userId, refundedAt: now });
    const details = { 'given back': `${(cents / 100).toFixed(2)} USD` };
    await recordPlanEvent({ client, code: 'tier_changed', userId, actor, details });
    if (actor.isAdmin)
      await recordPlanEvent({
        client,
        code: 'admin_action',
        userId,
        actor,
        details: { act: 'refund', ...details },
      });
  });
  await refreshSubscription({ customerId, cause: 'act', actor });
  return cents;
}

/** Each payment once: also one whose refund was made by an earlier try counts. */
async function refundPayments({ customerId }: { customerId: string }): Promise<number> {
  const { data: invoices } = await askProvider((provider) =>
    provider.invoices.list({
      customer: customerId,
      status: 'paid',
      limit: 100,
      expand: ['data.payments'],
    }),
  );
  let cents = 0;
  for (const invoice of invoices) {
    for (const intent of paymentsOf(invoice)) await refundPayment(intent);
    cents += invoice.amount_paid;
  }
  return cents;
}

function paymentsOf({ payments }: Stripe.Invoice): string[] {
  return (payments?.data ?? []).flatMap(({ status, payment }) => {
    const intent = payment.payment_intent;
    if (status !== 'paid' || !intent) return [];
    return typeof intent === 'string' ? intent : intent.id;
  });
}

async function refundPayment(intent: string): Promise<void> {
  await askProvider((provider) =>
    provider.refunds.create(
      { payment_intent: intent, reason: 'requested_by_customer' },
      { idempotencyKey: `refund-${intent}` },
    ),
  ).catch((error: unknown) => {
    if (providerCode(error) !== 'charge_already_refunded') throw error;
  });
}

async function end(subscriptionId: string): Promise<void> {
  await askProvider((provider) =>
    provider.subscriptions.cancel(
      subscriptionId,
      { invoice_now: false, prorate: false },
      { idempotencyKey: `end-${subscriptionId}` },
    ),
  ).catch((error: unknown) => {
    // It has ended already.
    if (providerCode(error) !== 'resource_missing') throw error;
  });
}
