import type Stripe from 'stripe';
import { isHigherTier, type Tier } from '#domain/plan.ts';
import { grantedTier, isLiving } from '#domain/subscription.ts';
import { askProvider } from '#server/billing/payment-provider.server.ts';
import { tierOfPrice } from '#server/billing/prices.server.ts';
import { getPool } from '#server/database/db.server.ts';

/** The provider's state of a customer at one instant. */
export interface SeenSubscription {
  customerId: string;
  /** Start of the fetch, by the database's clock: of two fetches the later one counts. */
  seenAt: Date;
  /** Null: this customer has never subscribed, and the rest says nothing. */
  subscriptionId: string | null;
  /** In the provider's words. */
  status: string;
  /** Tier granted by the subscription now. */
  tier: Tier;
  periodStart: Date | null;
  periodEnd: Date | null;
  isCancelled: boolean;
  /** Start of the customer's first trial. */
  trialStartedAt: Date | null;
  trialEndsAt: Date | null;
  /** When the newest invoice was paid, if it cost anything. */
  paidAt: Date | null;
  /** When a payment that failed is tried again. */
  nextPaymentAt: Date | null;
}

/**
 * Fetches a customer's subscription from the payment provider, so the order of its webhooks does not matter. Of several
 * subscriptions, the one with the highest tier counts, else the newest.
 * @throws AppError external_service_error
 */
export async function seeSubscription({ customerId }: { customerId: string }): Promise<SeenSubscription> {
  const seenAt = await databaseClock();
  const all = await listSubscriptions({ customerId });
  const [best] = [...all].sort(byWorth);
  const item = best?.items.data[0];
  const invoice = typeof best?.latest_invoice === 'object' ? best.latest_invoice : null;
  const trials = all.flatMap(({ trial_start }) => trial_start ?? []);
  const isPaid = invoice?.status === 'paid' && invoice.amount_paid > 0;
  return {
    customerId,
    seenAt,
    subscriptionId: best?.id ?? null,
    status: best?.status ?? 'none',
    tier: best ? tierOf(best) : 'free',
    periodStart: dateOf(item?.current_period_start),
    // A customer who cancels on the provider's page may get an end other than that of the period.
    periodEnd: dateOf(best?.cancel_at ?? item?.current_period_end),
    isCancelled: best ? best.cancel_at_period_end || best.cancel_at !== null : false,
    trialStartedAt: dateOf(trials.length > 0 ? Math.min(...trials) : null),
    trialEndsAt: dateOf(best?.trial_end),
    paidAt: isPaid ? dateOf(invoice.status_transitions.paid_at) : null,
    nextPaymentAt: best?.status === 'past_due' ? dateOf(invoice?.next_payment_attempt) : null,
  };
}

/** All subscriptions a customer ever had, the newest first, each with its newest invoice. */
export async function listSubscriptions({
  customerId,
}: {
  customerId: string;
}): Promise<Stripe.Subscription[]> {
  const { data } = await askProvider((provider) =>
    provider.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: 100,
      expand: ['data.latest_invoice'],
    }),
  );
  return data;
}

function tierOf({ status, items }: Stripe.Subscription): Tier {
  const [item] = items.data;
  return grantedTier({ atProvider: status, tier: item ? tierOfPrice(item.price) : 'free' });
}

function byWorth(a: Stripe.Subscription, b: Stripe.Subscription): number {
  const [worthA, worthB] = [tierOf(a), tierOf(b)];
  if (worthA !== worthB) return isHigherTier(worthA, worthB) ? -1 : 1;
  return Number(isLiving(b.status)) - Number(isLiving(a.status)) || b.created - a.created;
}

const dateOf = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000);

async function databaseClock(): Promise<Date> {
  const { rows } = await getPool().query<{ now: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) as "now"`,
  );
  return rows[0]?.now ?? new Date();
}
