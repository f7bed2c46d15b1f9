import type { EventSender } from './event-sender.ts';
import { charge, discard, draftInvoice, periodLine, prorationLines } from './invoicing.ts';
import type { Ledger } from './ledger.ts';
import { nextPeriodEnd } from './months.ts';
import type { Invoice, StripeSubscription } from './records.ts';
import { declined, missing, Refusal } from './refusal.ts';
import { invoiceShape, subscriptionShape } from './shapes.ts';

const dayS = 86_400;

export interface Books {
  ledger: Ledger;
  events: EventSender;
}

const sendSubscriptionUpdate = ({ ledger, events }: Books, subscription: StripeSubscription, what: string) =>
  events.report(`customer.subscription.${what}`, subscriptionShape({ ledger, subscription }));

export const sendInvoiceEvent = ({ events }: Books, invoice: Invoice, what: string) =>
  events.report(`invoice.${what}`, invoiceShape({ invoice }));

/**
 * Begins a subscription and pays its first invoice.
 * @throws Refusal card_error: the card pays nothing, and nothing was begun
 */
export function subscribe({
  books,
  customer,
  price,
  trialDays,
  metadata,
}: {
  books: Books;
  customer: string;
  price: string;
  trialDays: number;
  metadata: Record<string, string>;
}): StripeSubscription {
  const { ledger } = books;
  const now = ledger.now();
  const trialEnd = trialDays > 0 ? now + trialDays * dayS : null;
  const anchor = trialEnd ?? now;
  const subscription: StripeSubscription = {
    id: ledger.newId('sub'),
    itemId: ledger.newId('si'),
    customer,
    price,
    status: trialEnd === null ? 'active' : 'trialing',
    isCancelled: false,
    periodStart: now,
    periodEnd: trialEnd ?? nextPeriodEnd({ anchor, after: now }),
    anchor,
    trialStart: trialEnd === null ? null : now,
    trialEnd,
    isTrialEndSent: false,
    cancelledAt: null,
    endedAt: null,
    latestInvoice: null,
    metadata,
    createdAt: now,
  };
  const lines = [periodLine({ ledger, subscription })];
  const invoice = draftInvoice({ ledger, subscription, reason: 'subscription_create', lines, now });
  if (!charge({ ledger, invoice, now })) {
    discard({ ledger, invoice });
    throw declined();
  }
  subscription.latestInvoice = invoice.id;
  ledger.records.subscriptions[subscription.id] = subscription;
  sendSubscriptionUpdate(books, subscription, 'created');
  sendInvoiceEvent(books, invoice, 'paid');
  return subscription;
}

/** The subscription of a name. @throws Refusal resource_missing */
export function subscriptionOf({ ledger, id }: { ledger: Ledger; id: string }): StripeSubscription {
  const found = ledger.records.subscriptions[id];
  if (!found) throw missing('subscription', id);
  return found;
}

export function setCancelled({
  books,
  subscription,
  isCancelled,
}: {
  books: Books;
  subscription: StripeSubscription;
  isCancelled: boolean;
}): void {
  requireLiving(subscription);
  if (subscription.isCancelled === isCancelled) return;
  subscription.isCancelled = isCancelled;
  subscription.cancelledAt = isCancelled ? books.ledger.now() : null;
  sendSubscriptionUpdate(books, subscription, 'updated');
}

export function end({
  books,
  subscription,
  now,
}: {
  books: Books;
  subscription: StripeSubscription;
  now: number;
}): void {
  Object.assign(subscription, {
    status: 'canceled',
    endedAt: now,
    cancelledAt: subscription.cancelledAt ?? now,
  } satisfies Partial<StripeSubscription>);
  sendSubscriptionUpdate(books, subscription, 'deleted');
}

/** The invoice a change of price would bring at an instant; it is not on the books. */
export function changeInvoice({
  ledger,
  subscription,
  price,
  at,
}: {
  ledger: Ledger;
  subscription: StripeSubscription;
  price: string;
  at: number;
}): Invoice {
  if (at < subscription.periodStart || at > subscription.periodEnd) {
    throw new Refusal({
      param: 'proration_date',
      message: 'Cannot specify `proration_date` outside of the current period.',
    });
  }
  const lines = prorationLines({ ledger, subscription, price, at });
  const prorationDate = lines.length > 0 ? at : null;
  const now = ledger.now();
  return draftInvoice({ ledger, subscription, reason: 'subscription_update', lines, now, prorationDate });
}

/** @throws Refusal card_error: the card pays nothing, and nothing was changed */
export function changePrice({
  books,
  subscription,
  price,
  at,
}: {
  books: Books;
  subscription: StripeSubscription;
  price: string;
  at: number;
}): void {
  requireLiving(subscription);
  if (subscription.price === price) return;
  const { ledger } = books;
  const invoice = changeInvoice({ ledger, subscription, price, at });
  if (invoice.lines.length > 0) {
    if (!charge({ ledger, invoice, now: ledger.now() })) {
      discard({ ledger, invoice });
      throw declined();
    }
    subscription.latestInvoice = invoice.id;
  }
  subscription.price = price;
  sendSubscriptionUpdate(books, subscription, 'updated');
  if (invoice.lines.length > 0) sendInvoiceEvent(books, invoice, 'paid');
}

export function sendSubscriptionEvent(
  books: Books,
  subscription: StripeSubscription,
  what = 'updated',
): void {
  sendSubscriptionUpdate(books, subscription, what);
}

function requireLiving({ status, id }: StripeSubscription): void {
  if (status !== 'canceled') return;
  throw new Refusal({
    code: 'resource_missing',
    status: 404,
    message: `No such subscription: '${id}': a canceled subscription can only update its cancellation_details and metadata.`,
  });
}
