import { charge, draftInvoice, periodLine, retryDays } from './invoicing.ts';
import { nextPeriodEnd } from './months.ts';
import type { Invoice, StripeSubscription } from './records.ts';
import { type Books, end, sendInvoiceEvent, sendSubscriptionEvent } from './subscriptions.ts';

const dayS = 86_400;
const trialWarningDays = 3;

interface Due {
  at: number;
  happen: () => void;
}

/**
 * Runs everything due up to the present of the fake's clock, in order: ends of trials, renewals, payment retries,
 * cancellations. It is called each second and after the clock was advanced.
 */
export function advanceClock(books: Books): void {
  const { ledger } = books;
  const now = ledger.now();
  for (let steps = 0; steps < 10_000; steps += 1) {
    const [next] = dues(books).sort((a, b) => a.at - b.at);
    if (!next || next.at > now) break;
    next.happen();
    ledger.save();
  }
}

/** Advances the clock by this many days; it never goes back. */
export function advance({ books, days }: { books: Books; days: number }): void {
  books.ledger.records.aheadSeconds += Math.max(0, Math.round(days * dayS));
  advanceClock(books);
  books.ledger.save();
}

function dues(books: Books): Due[] {
  const { subscriptions } = books.ledger.records;
  return Object.values(subscriptions)
    .filter(({ status }) => status !== 'canceled')
    .flatMap((subscription) => [
      ...trialWarning(books, subscription),
      ...retry(books, subscription),
      periodEnd(books, subscription),
    ]);
}

function trialWarning(books: Books, subscription: StripeSubscription): Due[] {
  const { status, trialEnd, isTrialEndSent } = subscription;
  if (status !== 'trialing' || trialEnd === null || isTrialEndSent) return [];
  const happen = () => {
    subscription.isTrialEndSent = true;
    sendSubscriptionEvent(books, subscription, 'trial_will_end');
  };
  return [{ at: trialEnd - trialWarningDays * dayS, happen }];
}

function periodEnd(books: Books, subscription: StripeSubscription): Due {
  const at = subscription.periodEnd;
  const happen = () => {
    if (subscription.isCancelled) end({ books, subscription, now: at });
    else renew(books, subscription);
  };
  return { at, happen };
}

function renew(books: Books, subscription: StripeSubscription): void {
  const { ledger } = books;
  const now = subscription.periodEnd;
  subscription.status = 'active';
  subscription.periodStart = now;
  subscription.periodEnd = nextPeriodEnd({ anchor: subscription.anchor, after: now });
  const lines = [periodLine({ ledger, subscription })];
  const invoice = draftInvoice({ ledger, subscription, reason: 'subscription_cycle', lines, now });
  subscription.latestInvoice = invoice.id;
  const isPaid = charge({ ledger, invoice, now });
  if (!isPaid) subscription.status = 'past_due';
  sendSubscriptionEvent(books, subscription);
  sendInvoiceEvent(books, invoice, isPaid ? 'paid' : 'payment_failed');
}

function retry(books: Books, subscription: StripeSubscription): Due[] {
  const invoice = openInvoice(books, subscription);
  if (!invoice || invoice.nextAttemptAt === null) return [];
  const at = invoice.nextAttemptAt;
  return [{ at, happen: () => void tryAgain({ books, subscription, now: at }) }];
}

/**
 * Charges the card again for an open invoice; after the last failed attempt the subscription ends.
 * @returns true if it is paid now
 */
export function tryAgain({
  books,
  subscription,
  now,
}: {
  books: Books;
  subscription: StripeSubscription;
  now: number;
}): boolean {
  const invoice = openInvoice(books, subscription);
  if (!invoice) return true;
  if (charge({ ledger: books.ledger, invoice, now })) {
    subscription.status = 'active';
    sendSubscriptionEvent(books, subscription);
    sendInvoiceEvent(books, invoice, 'paid');
    return true;
  }
  sendInvoiceEvent(books, invoice, 'payment_failed');
  if (invoice.attempts > retryDays.length) end({ books, subscription, now });
  else sendSubscriptionEvent(books, subscription);
  return false;
}

/** The unpaid invoice of a subscription. */
export function openInvoice({ ledger }: Books, { latestInvoice }: StripeSubscription): Invoice | undefined {
  const invoice = latestInvoice === null ? undefined : ledger.records.invoices[latestInvoice];
  return invoice?.status === 'open' ? invoice : undefined;
}
